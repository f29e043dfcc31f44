/*
 * spin_pair: threads that do nothing but count, each its own counter; main is one of them.
 * Scenarios counters, slice, false-sharing.
 *
 * Seed document 1 (Japanese, one-CPU pthreads of OpenBSD 5.0), its second program and the counters
 * it printed at four ^C. Written anew; the signal handler's place is taken by timers.
 *
 * Behaviour: N threads increment their counters without any system call for --for-ms. At equal time
 * steps all counters are read, at the last step the threads are stopped.
 *
 * Expected trace: threads <= CPUs: hardly a switch, each R and caused by somebody else. More
 * threads than CPUs, or --affinity one: R only, from peer to peer, every 4 ms or so (other, batch:
 * the tick at HZ=250), every 100 ms (rr), never (fifo: the counter of the second thread stays 0).
 * No S at all: the kernel takes the CPU away from threads that call nothing.
 *
 * Build: make, or
 *   cc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -O2 -pthread -o spin_pair spin_pair.c -lrt
 *
 * Options (default):
 *   --threads N (2)                main, named spin-main, counts as thread 0
 *   --for-ms N (1000)              length of the run
 *   --snapshots N (4)              readings of the counters, the last one at the end
 *   --affinity none|each|one (none)  each: thread i on the (i mod n)th of the n allowed CPUs; one:
 *                                  all on the first allowed CPU
 *   --layout adjacent|padded (adjacent)  adjacent: counters side by side in a cache line, as in the
 *                                  document; padded: a page each
 *   --policy other|batch|rr|fifo (other)
 *   --prio max|min|N (max)         other and batch have only 0
 *   --time-limit SECONDS (30)      then the process ends with exit code 124
 *
 * Output, all of it after the last join: one "thread" line for main and each thread, the "snapshot"
 * lines, then "result". A thread's window is t0..t1, and holds nothing but its counting; switches
 * between them, and no others, are in nvcsw and nivcsw.
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

enum { MAX_THREADS = 64, MAX_SNAPSHOTS = 100, PAGE_BYTES = 4096 };
enum { EXIT_USAGE = 2, EXIT_TIME_LIMIT = 124 };

enum { AFFINITY_NONE, AFFINITY_EACH, AFFINITY_ONE };
enum { LAYOUT_ADJACENT, LAYOUT_PADDED };

static const char *const AFFINITY_WORDS[] = {"none", "each", "one", NULL};
static const char *const LAYOUT_WORDS[] = {"adjacent", "padded", NULL};
static const char *const POLICY_WORDS[] = {"other", "batch", "rr", "fifo", NULL};
static const int POLICIES[] = {SCHED_OTHER, SCHED_BATCH, SCHED_RR, SCHED_FIFO};

static struct {
    long threads, for_ms, snapshots, affinity, layout, policy, time_limit_s;
    const char *prio;
} options = {2, 1000, 4, AFFINITY_NONE, LAYOUT_ADJACENT, 0, 30, "max"};

/* An option takes one of the words (its index is kept), any text, or a number from min to max. */
static const struct setting {
    const char *name;
    const char *const *words;
    const char **text;
    long *value, min, max;
} SETTINGS[] = {
    {.name = "threads", .value = &options.threads, .min = 1, .max = MAX_THREADS},
    {.name = "for-ms", .value = &options.for_ms, .min = 1, .max = 3600000},
    {.name = "snapshots", .value = &options.snapshots, .min = 1, .max = MAX_SNAPSHOTS},
    {.name = "affinity", .value = &options.affinity, .words = AFFINITY_WORDS},
    {.name = "layout", .value = &options.layout, .words = LAYOUT_WORDS},
    {.name = "policy", .value = &options.policy, .words = POLICY_WORDS},
    {.name = "prio", .text = &options.prio},
    {.name = "time-limit", .value = &options.time_limit_s, .min = 1, .max = 3600},
};
enum { SETTING_COUNT = sizeof SETTINGS / sizeof SETTINGS[0] };

struct reading {
    long long t_ns;
    struct rusage usage;
};

struct worker {
    pthread_t thread;
    volatile unsigned long long *counter;
    pid_t tid;
    char name[32];
    struct reading start, end;
};

static struct worker workers[MAX_THREADS];

/* Room for one counter per page: --layout padded uses it so, adjacent only its beginning. */
enum { COUNTERS_PER_PAGE = PAGE_BYTES / sizeof(unsigned long long) };
static alignas(PAGE_BYTES) volatile unsigned long long counters[MAX_THREADS * COUNTERS_PER_PAGE];

/*
 * All that the loops read besides their counters, on a page that is written once, at the end.
 * Nobody sleeps until then to set it: a timer's signal does it, in the context of a thread that is
 * counting anyway. That costs an interrupt, but neither a wake-up nor a switch, and it works when
 * RT threads leave no CPU to a sleeper. A loop that asked the clock would count the clock's cost.
 */
static struct {
    alignas(PAGE_BYTES) atomic_int stop;
    alignas(PAGE_BYTES) long long start_ns;
} run;

static struct {
    long long t_ns;
    unsigned long long counters[MAX_THREADS];
} snapshots[MAX_SNAPSHOTS];
static atomic_int snapshots_taken;

/* For calls that return 0, or else an error number (pthread) or -1 with errno set (all others). */
static void check(const char *call, int result) {
    if (result == 0)
        return;
    const int error = result == -1 ? errno : result;
    fprintf(stderr, "spin_pair: %s: %s%s\n", call, strerror(error),
            error == EPERM ? EPERM_HINT : "");
    exit(EXIT_FAILURE);
}

__attribute__((noreturn, format(printf, 1, 2))) static void refuse(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fputs("spin_pair: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    exit(EXIT_USAGE);
}

static long long now_ns(void) {
    struct timespec now;
    check("clock_gettime", clock_gettime(CLOCK_MONOTONIC, &now));
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static struct timespec to_timespec(long long ns) {
    return (struct timespec){.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
}

static long long step_ns(void) {
    return options.for_ms * 1000000LL / options.snapshots;
}

/* Whichever thread's timer comes first takes the snapshot; one that is late shows its real time. */
static void on_step(int signal) {
    (void)signal;
    const long long now = now_ns(), steps = (now - run.start_ns) / step_ns();
    int index = snapshots_taken;
    while (index < steps && index < options.snapshots) {
        if (atomic_compare_exchange_strong(&snapshots_taken, &index, index + 1)) {
            snapshots[index].t_ns = now;
            for (long i = 0; i < options.threads; i++)
                snapshots[index].counters[i] = *workers[i].counter;
            index++;
        }
    }
    if (steps >= options.snapshots)
        atomic_store(&run.stop, 1);
}

static void on_time_limit(int signal) {
    static const char message[] = "spin_pair: --time-limit reached, run given up\n";
    static atomic_flag reported = ATOMIC_FLAG_INIT;
    (void)signal;
    if (!atomic_flag_test_and_set(&reported)) {
        (void)!write(STDERR_FILENO, message, sizeof message - 1);
        _exit(EXIT_TIME_LIMIT);
    }
}

/*
 * A signal for the whole process would go to main first, and main may be waiting for a CPU while
 * the others run, with SCHED_FIFO for ever. With one timer for each thread, one that is running is
 * told in any case, by the timer's interrupt.
 */
static timer_t arm_timer(int signal, long long first_ns, long long period_ns) {
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = signal};
    event._sigev_un._tid = gettid();
    timer_t timer;
    check("timer_create", timer_create(CLOCK_MONOTONIC, &event, &timer));
    struct itimerspec times = {to_timespec(period_ns), to_timespec(first_ns)};
    check("timer_settime", timer_settime(timer, TIMER_ABSTIME, &times, NULL));
    return timer;
}

static void handle(int signal, void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    check("sigaction", sigaction(signal, &action, NULL));
}

/* Reads the clock between two equal readings of the switch counters: no switch is on both sides. */
static struct reading read_thread(void) {
    struct rusage before;
    struct reading reading;
    do {
        check("getrusage", getrusage(RUSAGE_THREAD, &before));
        reading.t_ns = now_ns();
        check("getrusage", getrusage(RUSAGE_THREAD, &reading.usage));
    } while (before.ru_nvcsw != reading.usage.ru_nvcsw ||
             before.ru_nivcsw != reading.usage.ru_nivcsw);
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

/* One loop for all threads, never inlined: only so are the counters comparable. */
__attribute__((noinline)) static void count(volatile unsigned long long *counter) {
    while (!atomic_load_explicit(&run.stop, memory_order_relaxed))
        ++*counter;
}

static void *run_worker(void *arg) {
    struct worker *self = arg;
    self->tid = gettid();
    check("prctl", prctl(PR_SET_NAME, self->name));
    arm_timer(SIGALRM, run.start_ns + options.time_limit_s * 1000000000LL, 0);
    timer_t steps = arm_timer(SIGUSR1, run.start_ns + step_ns(), step_ns());
    self->start = read_thread();
    count(self->counter);
    self->end = read_thread();
    check("timer_delete", timer_delete(steps));
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

static void prepare_worker(long index) {
    struct worker *worker = &workers[index];
    worker->counter =
        &counters[options.layout == LAYOUT_ADJACENT ? index : index * COUNTERS_PER_PAGE];
    if (index == 0)
        strcpy(worker->name, "spin-main");
    else
        snprintf(worker->name, sizeof worker->name, "spin-%ld", index);
}

/* Policy and priority are inherited from main, and so is the CPU for --affinity one. */
static void start_worker(long index, const cpu_set_t *allowed) {
    pthread_attr_t attr;
    check("pthread_attr_init", pthread_attr_init(&attr));
    if (options.affinity == AFFINITY_EACH) {
        cpu_set_t set = one_cpu(allowed, index);
        check("pthread_attr_setaffinity_np", pthread_attr_setaffinity_np(&attr, sizeof set, &set));
    }
    check("pthread_create",
          pthread_create(&workers[index].thread, &attr, run_worker, &workers[index]));
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

static void print_counters(const unsigned long long *values) {
    for (long i = 0; i < options.threads; i++)
        printf(" counter%ld=%llu", i, values[i]);
    putchar('\n');
}

static void print_results(long long end_ns) {
    unsigned long long finals[MAX_THREADS], total = 0;
    for (long i = 0; i < options.threads; i++) {
        print_thread(&workers[i]);
        total += finals[i] = *workers[i].counter;
    }
    for (long i = 0; i < options.snapshots; i++) {
        printf("snapshot index=%ld t_ns=%lld", i, snapshots[i].t_ns);
        print_counters(snapshots[i].counters);
    }
    const long long wall_ns = end_ns - run.start_ns;
    printf("result wall_ns=%lld threads=%ld snapshots=%ld total=%llu total_per_s=%.0f", wall_ns,
           options.threads, options.snapshots, total, 1e9 * (double)total / (double)wall_ns);
    print_counters(finals);
}

int main(int argc, char **argv) {
    parse_options(argc, argv);
    struct sched_param param = {.sched_priority = parse_priority("prio", options.prio)};
    for (long i = 0; i < options.threads; i++)
        prepare_worker(i);
    handle(SIGALRM, on_time_limit);
    handle(SIGUSR1, on_step);

    cpu_set_t allowed;
    check("sched_getaffinity", sched_getaffinity(0, sizeof allowed, &allowed));
    if (options.affinity != AFFINITY_NONE) {
        cpu_set_t first = one_cpu(&allowed, 0);
        check("sched_setaffinity", sched_setaffinity(0, sizeof first, &first));
    }
    check("sched_setscheduler", sched_setscheduler(0, POLICIES[options.policy], &param));

    run.start_ns = now_ns();
    for (long i = 1; i < options.threads; i++)
        start_worker(i, &allowed);
    run_worker(&workers[0]);
    for (long i = 1; i < options.threads; i++)
        check("pthread_join", pthread_join(workers[i].thread, NULL));
    print_results(now_ns());
    return EXIT_SUCCESS;
}
