/*
 * The program of the recordings of single tasks: two spinners and a yielder on CPU 0, two mutex users that sleep on CPU 0
 * and 1, three children that exec. Every thread prints the kernel's counters of itself between two moments of
 * CLOCK_MONOTONIC: what a recording made with -k mono must show in the same span.
 *
 * cc -std=c11 -Wall -Wextra -Werror -O2 -pthread -o tasks tasks.c
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S 1000000000L

struct reading {
    long at_ns, voluntary, involuntary;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static long now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * NS_PER_S + t.tv_nsec;
}

static struct reading read_counters(void)
{
    struct rusage used;
    getrusage(RUSAGE_THREAD, &used);
    return (struct reading){now_ns(), used.ru_nvcsw, used.ru_nivcsw};
}

static void report(const char *name, struct reading from)
{
    struct reading to = read_counters();
    printf("%s tid=%d from=%ld to=%ld nvcsw=%ld nivcsw=%ld\n", name, gettid(), from.at_ns, to.at_ns,
           to.voluntary - from.voluntary, to.involuntary - from.involuntary);
}

static void pin(long cpu)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    sched_setaffinity(0, sizeof set, &set);
}

static void burn(long ms)
{
    long until = now_ns() + ms * 1000000;
    while (now_ns() < until)
        ;
}

static void *spin(void *unused)
{
    struct reading from = read_counters();
    (void)unused;
    pin(0);
    prctl(PR_SET_NAME, "spin");
    burn(200);
    report("spin", from);
    return NULL;
}

static void *yield(void *unused)
{
    struct reading from = read_counters();
    (void)unused;
    pin(0);
    prctl(PR_SET_NAME, "yield");
    for (int i = 0; i < 50; i++) {
        burn(1);
        sched_yield();
    }
    report("yield", from);
    return NULL;
}

static void *lock(void *cpu)
{
    struct reading from = read_counters();
    struct timespec pause = {0, 200000};
    pin((long)cpu);
    prctl(PR_SET_NAME, "lock");
    for (int i = 0; i < 40; i++) {
        pthread_mutex_lock(&mutex);
        burn(1);
        pthread_mutex_unlock(&mutex);
        nanosleep(&pause, NULL);
    }
    report("lock", from);
    return NULL;
}

int main(void)
{
    struct reading from = read_counters();
    pthread_t threads[5];
    pthread_create(&threads[0], NULL, spin, NULL);
    pthread_create(&threads[1], NULL, spin, NULL);
    pthread_create(&threads[2], NULL, yield, NULL);
    pthread_create(&threads[3], NULL, lock, (void *)1);
    pthread_create(&threads[4], NULL, lock, (void *)0);
    for (int i = 0; i < 3; i++) {
        pid_t child = fork();
        if (child == 0) {
            execl("/bin/true", "true", (char *)NULL);
            _exit(1);
        }
        waitpid(child, NULL, 0);
    }
    for (int i = 0; i < 5; i++)
        pthread_join(threads[i], NULL);
    report("main", from);
    return 0;
}
