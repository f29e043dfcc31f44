#!/usr/bin/env bash
# every-event.sh: a bounded program (some 0.3 s) that makes every scheduler event the reader knows, for a recording:
# sleeps, preemption (two spinners on one CPU), forks, execs, ends, threads, migrations, a stopped task, real-time
# priorities where allowed, and task names that a text parser takes for something else.
# Prints nothing: in a pipe the recording is on standard output.
set -euo pipefail

readonly NAMES=(
  'two words'
  'x prev_pid=1'
  ' ==> next_comm='
  '[001] 12.5: s:'
  'a=b "c" \d %s'
  'naïve-zwölf-ßé'
  '日本語の名前'
  $'two\nlines'
  'trailing  '
)

# A task of that name that sleeps, and forks children that have its name until they exec.
named() {
  printf '%s' "$1" >/proc/self/comm
  sleep 0.001
  sleep 0.001
}

# Work without a system call.
spin() {
  local i
  for ((i = 0; i < 10000; i++)); do :; done
}

stopped_and_continued() {
  sleep 0.02 &
  kill -STOP $!
  sleep 0.01
  kill -CONT $!
  wait $!
}

main() {
  local name
  for name in "${NAMES[@]}"; do
    named "$name" &
  done
  (
    taskset -pc 0 "$BASHPID"
    spin &
    spin &
    wait
  )
  taskset -c 1 chrt -f 3 perf bench sched pipe -l 100 || true
  perf bench sched pipe -T -l 200
  stopped_and_continued
  wait
}

main >/dev/null 2>&1
