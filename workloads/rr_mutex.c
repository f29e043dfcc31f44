/*
 * rr_mutex: threads of a chosen policy and priority take turns at one lock.
 * Scenarios prio-mutex, prio-mutex-contended, policy, affinity.
 *
 * Seed document 0 (Chinese, context switches in clone), its program and the comparison of the
 * highest with the lowest priority after it. Written anew.
 *
 * Behaviour: each thread repeats, --rounds times: lock; --loops additions; unlock; --loops
 * additions of i^6. While one thread is inside the lock the others meet it and sleep in futex(2).
 *
 * Expected trace: rr, fifo: the switches of the mutex-N threads are S; R only at the end of a
 * 100 ms slice (rr), for a competitor of higher priority, or when real-time threads have used up
 * their share of the CPU. S per acquisition is anything from 0.003 (two threads on two CPUs fall in
 * step, the others wait) to 0.4: it depends on the machine and on what disturbs the step. other: R
 * besides, because a woken waiter preempts; batch: fewer R. --affinity one with rr, fifo: nearly no
 * S, as nobody else runs while the lock is held. --lock spin: no S. mutex-main sleeps in join.
 *
 * Build: make, or
 *   cc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -O2 -pthread -o rr_mutex rr_mutex.c -lrt
 *
 * Options (default):
 *   --threads N (4)        --rounds N (5000)       --loops N (6000)
 *   --policy rr|fifo|other|batch (rr)
 *   --prio max|min|mixed|N (max)     mixed: even threads max, odd threads min
 *   --main-prio same|max|min|N (same)     same: as thread 0
 *   --affinity none|each|one (none)  each: thread i on the (i mod n)th of the n allowed CPUs, main
 *                                    free; one: all threads and main on the first allowed CPU
 *   --lock mutex|spin|none (mutex)
 *   --sum private|shared (private)   shared: one volatile sum for all, as in the document
 *   --time-limit SECONDS (30)        then the process ends with exit code 124
 *
 * Output, all of it after the last join: one "thread" line for main and each thread, then "result".
 * A thread's window is t0..t1; switches between them, and no others, are in nvcsw and nivcsw.
 */
#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define EPERM_HINT                                                                                 \
    ": real-time policies need root or CAP_SYS_NICE, and cpu.rt_runtime_us of the cgroup above 0"

enum { MAX_THREADS = 256, PAGE_BYTES = 4096, EXIT_USAGE = 2, EXIT_TIME_LIMIT = 124 };

enum { AFFINITY_NONE, AFFINITY_EACH, AFFINITY_ONE };
enum { LOCK_MUTEX, LOCK_SPIN, LOCK_NONE };
enum { SUM_PRIVATE, SUM_SHARED };

static const char *const POLICY_WORDS[] = {"rr", "fifo", "other", "batch", NULL};
static const char *const AFFINITY_WORDS[] = {"none", "each", "one", NULL};
static const char *const LOCK_WORDS[] = {"mutex", "spin", "none", NULL};
static const char *const SUM_WORDS[] = {"private", "shared", NULL};
static const int POLICIES[] = {SCHED_RR, SCHED_FIFO, SCHED_OTHER, SCHED_BATCH};

static struct {
    long threads, rounds, loops, policy, affinity, lock, sum, time_limit_s;
    const char *prio, *main_prio;
} options = {4, 5000, 6000, 0, AFFINITY_NONE, LOCK_MUTEX, SUM_PRIVATE, 30, "max", "same"};

/* An option takes one of the words (its index is kept), any text, or a number from min to max. */
static const struct setting {
    const char *name;
    const char *const *words;
    const char **text;
    long *value, min, max;
} SETTINGS[] = {
    {.name = "threads", .value = &options.threads, .min = 1, .max = MAX_THREADS},
    {.name = "rounds", .value = &options.rounds, .min = 1, .max = 100000000},
    {.name = "loops", .value = &options.loops, .max = 1000000000},
    {.name = "policy", .value = &options.policy, .words = POLICY_WORDS},
    {.name = "prio", .text = &options.prio},
    {.name = "main-prio", .text = &options.main_prio},
    {.name = "affinity", .value = &options.affinity, .words = AFFINITY_WORDS},
    {.name = "lock", .value = &options.lock, .words = LOCK_WORDS},
    {.name = "sum", .value = &options.sum, .words = SUM_WORDS},
    {.name = "time-limit", .value = &options.time_limit_s, .min = 1, .max = 3600},
};
enum { SETTING_COUNT = sizeof SETTINGS / sizeof SETTINGS[0] };

struct reading {
    long long t_ns;
    struct rusage usage;
};

/* Everything a thread writes while it runs is on its own pages: no false sharing. */
struct worker {
    alignas(PAGE_BYTES) volatile unsigned long long sum;
    pthread_t thread;
    int priority;
    pid_t tid;
    char name[32];
    struct reading start, end;
};

static struct worker main_thread = {.name = "mutex-main"}, workers[MAX_THREADS];

/* What all threads share, side by side as the document has it. */
static struct {
    alignas(PAGE_BYTES) long nwait;
    volatile unsigned long long sum;
    pthread_mutex_t mutex;
    pthread_spinlock_t spin;
} shared = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static struct timespec deadline;

/* For calls that return 0, or else an error number (pthread) or -1 with errno set (all others). */
static void check(const char *call, int result) {
    if (result == 0)
        return;
    const int error = result == -1 ? errno : result;
    fprintf(stderr, "rr_mutex: %s: %s%s\n", call, strerror(error),
            error == EPERM ? EPERM_HINT : "");
    exit(EXIT_FAILURE);
}

__attribute__((noreturn, format(printf, 1, 2))) static void refuse(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fputs("rr_mutex: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    exit(EXIT_USAGE);
}

static void on_time_limit(int signal) {
    static const char message[] = "rr_mutex: --time-limit reached, run given up\n";
    static atomic_flag reported = ATOMIC_FLAG_INIT;
    (void)signal;
    if (!atomic_flag_test_and_set(&reported)) {
        (void)!write(STDERR_FILENO, message, sizeof message - 1);
        _exit(EXIT_TIME_LIMIT);
    }
}

/*
 * Every thread has its own timer for the one deadline. A signal for the whole process goes to main
 * first, and main may never get a CPU again while RT threads run on all of them. With one timer
 * each, a thread that is running then is told in any case, by the timer's interrupt.
 */
static void arm_time_limit(void) {
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGALRM};
    event._sigev_un._tid = gettid();
    timer_t timer;
    check("timer_create", timer_create(CLOCK_MONOTONIC, &event, &timer));
    struct itimerspec once = {.it_value = deadline};
    check("timer_settime", timer_settime(timer, TIMER_ABSTIME, &once, NULL));
}

/* Reads the clock between two equal readings of the switch counters: no switch is on both sides. */
static struct reading read_thread(void) {
    struct rusage before;
    struct timespec now;
    struct reading reading;
    do {
        check("getrusage", getrusage(RUSAGE_THREAD, &before));
        check("clock_gettime", clock_gettime(CLOCK_MONOTONIC, &now));
        check("getrusage", getrusage(RUSAGE_THREAD, &reading.usage));
    } while (before.ru_nvcsw != reading.usage.ru_nvcsw ||
             before.ru_nivcsw != reading.usage.ru_nivcsw);
    reading.t_ns = now.tv_sec * 1000000000LL + now.tv_nsec;
    return reading;
}

static long long time_ns(struct timeval value) {
    return value.tv_sec * 1000000000LL + value.tv_usec * 1000LL;
}

static void print_thread(const struct worker *thread) {
    const struct rusage *from = &thread->start.usage, *to = &thread->end.usage;
    printf("thread name=%s tid=%d t0_ns=%lld t1_ns=%lld nvcsw=%ld nivcsw=%ld user_ns=%lld "
           "sys_ns=%lld\n",
           thread->name, (int)thread->tid, thread->start.t_ns, thread->end.t_ns,
           to->ru_nvcsw - from->ru_nvcsw, to->ru_nivcsw - from->ru_nivcsw,
           time_ns(to->ru_utime) - time_ns(from->ru_utime),
           time_ns(to->ru_stime) - time_ns(from->ru_stime));
}

static void acquire(void) {
    if (options.lock == LOCK_MUTEX)
        check("pthread_mutex_lock", pthread_mutex_lock(&shared.mutex));
    else if (options.lock == LOCK_SPIN)
        check("pthread_spin_lock", pthread_spin_lock(&shared.spin));
    if (options.lock != LOCK_NONE)
        shared.nwait++;
}

static void release(void) {
    if (options.lock == LOCK_MUTEX)
        check("pthread_mutex_unlock", pthread_mutex_unlock(&shared.mutex));
    else if (options.lock == LOCK_SPIN)
        check("pthread_spin_unlock", pthread_spin_unlock(&shared.spin));
}

/* The sum is volatile, so that every addition is done; unsigned, so that i^6 may overflow. */
static void work(volatile unsigned long long *sum) {
    const unsigned long long loops = (unsigned long long)options.loops;
    for (long round = 0; round < options.rounds; round++) {
        acquire();
        for (unsigned long long i = 0; i < loops; i++)
            *sum += i;
        release();
        for (unsigned long long i = 0; i < loops; i++)
            *sum += i * i * i * i * i * i;
    }
}

static void enter_thread(struct worker *self) {
    self->tid = gettid();
    check("prctl", prctl(PR_SET_NAME, self->name));
    arm_time_limit();
}

static void *run_worker(void *arg) {
    struct worker *self = arg;
    enter_thread(self);
    self->start = read_thread();
    work(options.sum == SUM_SHARED ? &shared.sum : &self->sum);
    self->end = read_thread();
    return NULL;
}

/* A set with the (index mod n)th of the n allowed CPUs. */
static cpu_set_t one_cpu(const cpu_set_t *allowed, long index) {
    long skip = index % CPU_COUNT(allowed);
    size_t cpu = 0;
    while (!CPU_ISSET(cpu, allowed) || skip-- > 0)
        cpu++;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    return set;
}

static void start_worker(long index, const cpu_set_t *allowed) {
    struct worker *worker = &workers[index];
    pthread_attr_t attr;
    check("pthread_attr_init", pthread_attr_init(&attr));
    /* glibc takes no SCHED_BATCH in an attribute: such threads inherit it from main. */
    if (POLICIES[options.policy] != SCHED_BATCH) {
        struct sched_param param = {.sched_priority = worker->priority};
        check("pthread_attr_setinheritsched",
              pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED));
        check("pthread_attr_setschedpolicy",
              pthread_attr_setschedpolicy(&attr, POLICIES[options.policy]));
        check("pthread_attr_setschedparam", pthread_attr_setschedparam(&attr, &param));
    }
    if (options.affinity == AFFINITY_EACH) {
        cpu_set_t set = one_cpu(allowed, index);
        check("pthread_attr_setaffinity_np", pthread_attr_setaffinity_np(&attr, sizeof set, &set));
    }
    snprintf(worker->name, sizeof worker->name, "mutex-%ld", index);
    check("pthread_create", pthread_create(&worker->thread, &attr, run_worker, worker));
    check("pthread_attr_destroy", pthread_attr_destroy(&attr));
}

static long parse_number(const char *option, const char *text, long min, long max) {
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || value < min || value > max)
        refuse("--%s: '%s' is not a whole number from %ld to %ld", option, text, min, max);
    return value;
}

static long parse_word(const char *option, const char *text, const char *const words[]) {
    char list[64] = "";
    for (long i = 0; words[i] != NULL; i++) {
        if (strcmp(text, words[i]) == 0)
            return i;
        strcat(strcat(list, " "), words[i]);
    }
    refuse("--%s: '%s' is none of%s", option, text, list);
}

static int parse_priority(const char *option, const char *text) {
    int min = sched_get_priority_min(POLICIES[options.policy]);
    int max = sched_get_priority_max(POLICIES[options.policy]);
    if (strcmp(text, "max") == 0)
        return max;
    return strcmp(text, "min") == 0 ? min : (int)parse_number(option, text, min, max);
}

static void parse_options(int argc, char **argv) {
    struct option known[SETTING_COUNT + 1] = {{NULL, 0, NULL, 0}};
    for (int i = 0; i < SETTING_COUNT; i++)
        known[i] = (struct option){SETTINGS[i].name, required_argument, NULL, 0};
    int index, found;
    while ((found = getopt_long(argc, argv, "", known, &index)) == 0) {
        const struct setting *setting = &SETTINGS[index];
        if (setting->text != NULL)
            *setting->text = optarg;
        else if (setting->words != NULL)
            *setting->value = parse_word(setting->name, optarg, setting->words);
        else
            *setting->value = parse_number(setting->name, optarg, setting->min, setting->max);
    }
    if (found != -1) /* getopt_long has said why */
        exit(EXIT_USAGE);
    if (optind < argc)
        refuse("unexpected argument '%s'", argv[optind]);
}

static void choose_priorities(void) {
    const int mixed = strcmp(options.prio, "mixed") == 0;
    for (long i = 0; i < options.threads; i++) {
        const char *prio = mixed ? (i % 2 == 0 ? "max" : "min") : options.prio;
        workers[i].priority = parse_priority("prio", prio);
    }
    if (options.lock == LOCK_SPIN && options.threads > 1 &&
        workers[0].priority != workers[1].priority)
        refuse("--lock spin with --prio mixed may never end: a spinning thread of high priority "
               "keeps a holder of low priority off its CPU");
    const int same = strcmp(options.main_prio, "same") == 0;
    main_thread.priority =
        same ? workers[0].priority : parse_priority("main-prio", options.main_prio);
}

int main(int argc, char **argv) {
    parse_options(argc, argv);
    choose_priorities();
    struct sigaction action = {.sa_handler = on_time_limit, .sa_flags = SA_RESTART};
    check("sigaction", sigaction(SIGALRM, &action, NULL));
    check("clock_gettime", clock_gettime(CLOCK_MONOTONIC, &deadline));
    deadline.tv_sec += options.time_limit_s;
    enter_thread(&main_thread);

    check("pthread_spin_init", pthread_spin_init(&shared.spin, PTHREAD_PROCESS_PRIVATE));
    cpu_set_t allowed;
    check("sched_getaffinity", sched_getaffinity(0, sizeof allowed, &allowed));
    if (options.affinity == AFFINITY_ONE) {
        cpu_set_t first = one_cpu(&allowed, 0);
        check("sched_setaffinity", sched_setaffinity(0, sizeof first, &first));
    }
    struct sched_param param = {.sched_priority = main_thread.priority};
    check("sched_setscheduler", sched_setscheduler(0, POLICIES[options.policy], &param));

    main_thread.start = read_thread();
    for (long i = 0; i < options.threads; i++)
        start_worker(i, &allowed);
    for (long i = 0; i < options.threads; i++)
        check("pthread_join", pthread_join(workers[i].thread, NULL));
    main_thread.end = read_thread();

    unsigned long long sum = shared.sum;
    print_thread(&main_thread);
    for (long i = 0; i < options.threads; i++) {
        print_thread(&workers[i]);
        sum += workers[i].sum;
    }
    const long long wall_ns = main_thread.end.t_ns - main_thread.start.t_ns;
    const long rounds = options.threads * options.rounds;
    printf(
        "result wall_ns=%lld threads=%ld rounds=%ld acquisitions=%ld rounds_per_s=%.0f sum=%llu\n",
        wall_ns, options.threads, rounds, shared.nwait, 1e9 * (double)rounds / (double)wall_ns,
        sum);
    if (options.lock != LOCK_NONE && shared.nwait != rounds) {
        fputs("rr_mutex: acquisitions are not threads x rounds: the lock did not exclude\n",
              stderr);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
