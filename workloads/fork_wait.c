/*
 * fork_wait: one process forks children that end at once, and waits for them.
 * Scenarios fork-serial-batch, exec-cost.
 *
 * Seed document 2 (English, a mail on the cost of fork), its two perl programs and their times.
 * Written anew in C.
 *
 * Behaviour: --children forks, with at most --window children not yet waited for. Window 1 is the
 * document's first program (fork, wait, fork, wait ...), window all its second (all forks, then all
 * waits). A child calls _exit at once, or executes a program.
 *
 * Expected trace: window 1: one S of fork-main for each child (it sleeps in wait4), one Z of each
 * fork-child, or X if it is waited for before its last switch. window all: hardly an S of
 * fork-main, R by the tick while the children share its CPU; the Z of the children stay. exec:
 * besides these, the waits of the new program, named as the program.
 *
 * Build: make, or
 *   cc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -O2 -pthread -o fork_wait fork_wait.c
 *
 * Options (default):
 *   --children N (3000)
 *   --window N|all (1)             at most that many children outstanding
 *   --child exit|exec (exit)
 *   --exec PATH (/bin/true)        what --child exec executes, without arguments
 *   --affinity none|one (none)     one: parent and children on the first allowed CPU
 *   --time-limit SECONDS (30)      then the process ends with exit code 124
 *
 * Output, all of it at the end: the "thread" line of the parent, the "children" line (failed: those
 * whose exit code was not 0; the counters are RUSAGE_CHILDREN's), then "result". The window is
 * t0..t1; the parent's switches between them, and no others, are in its nvcsw and nivcsw. A child's
 * counters run from its birth to its wait4, so its last switch may be missing (state X).
 */
#include <errno.h>
#include <getopt.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_USAGE = 2, EXIT_TIME_LIMIT = 124, EXIT_NO_EXEC = 127 };
enum { MAX_CHILDREN = 1000000 };

enum { CHILD_EXIT, CHILD_EXEC };
enum { AFFINITY_NONE, AFFINITY_ONE };

static const char *const CHILD_WORDS[] = {"exit", "exec", NULL};
static const char *const AFFINITY_WORDS[] = {"none", "one", NULL};

static struct {
    long children, child, affinity, time_limit_s;
    const char *window, *exec;
} options = {3000, CHILD_EXIT, AFFINITY_NONE, 30, "1", "/bin/true"};

/* An option takes one of the words (its index is kept), any text, or a number from min to max. */
static const struct setting {
    const char *name;
    const char *const *words;
    const char **text;
    long *value, min, max;
} SETTINGS[] = {
    {.name = "children", .value = &options.children, .min = 1, .max = MAX_CHILDREN},
    {.name = "window", .text = &options.window},
    {.name = "child", .value = &options.child, .words = CHILD_WORDS},
    {.name = "exec", .text = &options.exec},
    {.name = "affinity", .value = &options.affinity, .words = AFFINITY_WORDS},
    {.name = "time-limit", .value = &options.time_limit_s, .min = 1, .max = 3600},
};
enum { SETTING_COUNT = sizeof SETTINGS / sizeof SETTINGS[0] };

struct reading {
    long long t_ns;
    struct rusage usage, children;
};

static void check(const char *call, int result) {
    if (result != -1)
        return;
    fprintf(stderr, "fork_wait: %s: %s\n", call, strerror(errno));
    exit(EXIT_FAILURE);
}

__attribute__((noreturn, format(printf, 1, 2))) static void refuse(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fputs("fork_wait: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    exit(EXIT_USAGE);
}

static void on_time_limit(int signal) {
    static const char message[] = "fork_wait: --time-limit reached, run given up\n";
    (void)signal;
    (void)!write(STDERR_FILENO, message, sizeof message - 1);
    _exit(EXIT_TIME_LIMIT);
}

/* Reads the clock between two equal readings of the switch counters: no switch is on both sides. */
static struct reading read_counters(void) {
    struct rusage before;
    struct timespec now;
    struct reading reading;
    do {
        check("getrusage", getrusage(RUSAGE_THREAD, &before));
        check("clock_gettime", clock_gettime(CLOCK_MONOTONIC, &now));
        check("getrusage", getrusage(RUSAGE_THREAD, &reading.usage));
    } while (before.ru_nvcsw != reading.usage.ru_nvcsw ||
             before.ru_nivcsw != reading.usage.ru_nivcsw);
    check("getrusage", getrusage(RUSAGE_CHILDREN, &reading.children));
    reading.t_ns = now.tv_sec * 1000000000LL + now.tv_nsec;
    return reading;
}

static long long time_ns(struct timeval value) {
    return value.tv_sec * 1000000000LL + value.tv_usec * 1000LL;
}

static void print_usage(const struct reading *start, const struct reading *end,
                        const struct rusage *from, const struct rusage *to) {
    printf(" t0_ns=%lld t1_ns=%lld nvcsw=%ld nivcsw=%ld user_ns=%lld sys_ns=%lld\n", start->t_ns,
           end->t_ns, to->ru_nvcsw - from->ru_nvcsw, to->ru_nivcsw - from->ru_nivcsw,
           time_ns(to->ru_utime) - time_ns(from->ru_utime),
           time_ns(to->ru_stime) - time_ns(from->ru_stime));
}

/* A program that runs long must not outlive the time limit: it ends with its parent. */
__attribute__((noreturn)) static void run_child(void) {
    if (prctl(PR_SET_NAME, "fork-child") == -1)
        _exit(EXIT_FAILURE);
    if (options.child == CHILD_EXIT)
        _exit(EXIT_SUCCESS);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) == -1)
        _exit(EXIT_FAILURE);
    execl(options.exec, options.exec, (char *)NULL);
    _exit(EXIT_NO_EXEC);
}

/* Waits for one child; returns 1 if it failed. */
static int reap(void) {
    int status;
    check("wait4", wait4(-1, &status, 0, NULL));
    return !WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS;
}

/* fork failed: the children there are have to go first, or they would be left as zombies. */
__attribute__((noreturn)) static void give_up(long started, long outstanding) {
    const int error = errno;
    while (outstanding-- > 0)
        reap();
    fprintf(stderr,
            "fork_wait: fork: %s, after %ld children: a smaller --window helps, or raising the "
            "limit that was met (ulimit -u, pids.max of the cgroup, kernel.pid_max, memory)\n",
            strerror(error), started);
    exit(EXIT_FAILURE);
}

/* Forks and waits for all children; returns the number of those that failed. */
static long run_children(long window) {
    long started = 0, outstanding = 0, failed = 0;
    while (started < options.children || outstanding > 0) {
        if (started == options.children || outstanding == window) {
            failed += reap();
            outstanding--;
            continue;
        }
        const pid_t child = fork();
        if (child == 0)
            run_child();
        if (child == -1)
            give_up(started, outstanding);
        started++;
        outstanding++;
    }
    return failed;
}

static void stay_on_first_cpu(void) {
    cpu_set_t set;
    size_t cpu = 0;
    check("sched_getaffinity", sched_getaffinity(0, sizeof set, &set));
    while (!CPU_ISSET(cpu, &set))
        cpu++;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    check("sched_setaffinity", sched_setaffinity(0, sizeof set, &set));
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

int main(int argc, char **argv) {
    parse_options(argc, argv);
    const long window = strcmp(options.window, "all") == 0
                            ? options.children
                            : parse_number("window", options.window, 1, MAX_CHILDREN);
    if (options.child == CHILD_EXEC && access(options.exec, X_OK) == -1)
        refuse("--exec: %s: %s", options.exec, strerror(errno));
    struct sigaction action = {.sa_handler = on_time_limit, .sa_flags = SA_RESTART};
    struct itimerval limit = {.it_value = {.tv_sec = options.time_limit_s}};
    check("sigaction", sigaction(SIGALRM, &action, NULL));
    check("setitimer", setitimer(ITIMER_REAL, &limit, NULL)); /* children do not inherit it */
    check("prctl", prctl(PR_SET_NAME, "fork-main"));
    if (options.affinity == AFFINITY_ONE)
        stay_on_first_cpu();

    const struct reading start = read_counters();
    const long failed = run_children(window);
    const struct reading end = read_counters();

    printf("thread name=fork-main tid=%d", (int)gettid());
    print_usage(&start, &end, &start.usage, &end.usage);
    printf("children count=%ld failed=%ld parent=%d", options.children, failed, (int)getpid());
    print_usage(&start, &end, &start.children, &end.children);
    const long long wall_ns = end.t_ns - start.t_ns;
    printf("result wall_ns=%lld children=%ld done=%ld failed=%ld window=%ld children_per_s=%.0f\n",
           wall_ns, options.children, options.children - failed, failed, window,
           1e9 * (double)options.children / (double)wall_ns);
    if (failed > 0) {
        fprintf(stderr, "fork_wait: %ld of %ld children failed\n", failed, options.children);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
