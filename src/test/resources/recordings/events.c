/* One of each event that whyswitch reads: see README.md beside the recordings. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <linux/futex.h>

static pthread_mutex_t pi;
static int pipes[2];
static int word;

__attribute__((noinline)) void probed(volatile int *turn) { (*turn)++; }

static void sleep_ns(long ns) { struct timespec t = {0, ns}; nanosleep(&t, NULL); }

static void on_signal(int number) { (void)number; }

static void *low(void *unused) {
    (void)unused;
    prctl(PR_SET_NAME, "low prio");
    pthread_mutex_lock(&pi);
    sleep_ns(20000000);
    pthread_mutex_unlock(&pi);
    return NULL;
}

static void *high(void *unused) {
    (void)unused;
    prctl(PR_SET_NAME, "high=prio [x]");
    struct sched_param p = {.sched_priority = 7};
    pthread_setschedparam(pthread_self(), SCHED_FIFO, &p);
    sleep_ns(5000000);
    pthread_mutex_lock(&pi);
    pthread_mutex_unlock(&pi);
    return NULL;
}

static void *reader(void *unused) {
    (void)unused;
    char c;
    prctl(PR_SET_NAME, "reader");
    if (read(pipes[0], &c, 1) != 1) exit(1);
    return NULL;
}

static void *waiter(void *unused) {
    (void)unused;
    prctl(PR_SET_NAME, "waiter");
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    return NULL;
}

static void *executor(void *unused) {
    (void)unused;
    prctl(PR_SET_NAME, "executor");
    execl("/bin/true", "true", (char *)NULL);
    return NULL;
}

int main(void) {
    pthread_t t[4];
    volatile int turn = 0;
    signal(SIGUSR1, on_signal);
    signal(SIGRTMIN, on_signal);
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT);
    pthread_mutex_init(&pi, &a);
    if (pipe(pipes) != 0) return 1;
    pthread_create(&t[0], NULL, low, NULL);
    pthread_create(&t[1], NULL, high, NULL);
    pthread_create(&t[2], NULL, reader, NULL);
    pthread_create(&t[3], NULL, waiter, NULL);
    for (int i = 0; i < 3; i++) probed(&turn);
    sleep_ns(30000000);
    if (write(pipes[1], "x", 1) != 1) return 1;
    word = 1;
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
    raise(SIGUSR1);
    union sigval v = {.sival_int = 5};
    sigqueue(getpid(), SIGRTMIN, v);
    sched_yield();
    pid_t child = fork();
    if (child == 0) {
        pthread_t e;
        pthread_create(&e, NULL, executor, NULL);
        pthread_join(e, NULL);
        _exit(2);
    }
    int status;
    waitpid(child, &status, 0);
    printf("main=%d child=%d status=%d\n", getpid(), child, status);
    return 0;
}
