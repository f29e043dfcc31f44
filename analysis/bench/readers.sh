#!/usr/bin/env bash
# Measures how long whyswitch and perf need for the same recordings: whole processes from the shell, interleaved.
#
# Usage: analysis/bench/readers.sh [OPTION...]
#
#   --sizes LIST       sizes of the generated recordings in million events (default: 1,10,50)
#   --rounds N         runs of each tool on each recording (default: 10)
#   --slow-rounds N    runs of perf's tools on recordings of more than 10 million events, where each takes minutes
#                      (default: 3)
#   --messaging-loops N  length of the real recording, of `perf bench sched messaging -g 10 -l N` (default: 1000)
#   --no-real          no real recording (it needs root)
#   --results DIR      where results go (default: analysis/bench/results)
#   --work DIR         where recordings lie meanwhile: 90 bytes an event (default: TMPDIR or /tmp)
#   --table-only       measure nothing: make the table from the raw results that are there
#   --no-install       install nothing: print what is missing and how to install it, then stop
#   --help             print this
#
# Tools: `whyswitch analyze`, `perf sched timehist -S` and `-s`, `perf sched latency`, `perf script`; output to /dev/null.
# Before the measurement each tool's count of context switches is taken and stored, to show that the work is equal.
# Writes readers-*.csv (raw rows) and readers.md (the table). Exit codes: 0 ok, 1 failure, 2 usage, 4 environment.
set -euo pipefail

tool=readers
top=$(cd -P "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)

# shellcheck source=analysis/bench/measure.sh
source "$top/analysis/bench/measure.sh"

sizes=(1 10 50)
slow_rounds=3
messaging_loops=1000
real=yes

cpus=64
threads=10000
tools=(whyswitch timehist-S timehist-s latency script)
slow_above=10000000

recordings=()
declare -A events_of=()

parse_options() {
  while (($# > 0)); do
    take_common_option "$@"
    if ((taken > 0)); then
      shift "$taken"
      continue
    fi
    case $1 in
    --no-real) real=no ;;
    --sizes | --slow-rounds | --messaging-loops)
      [[ -n ${2:-} ]] || usage_error "$1 needs a value"
      case $1 in
      --sizes)
        [[ $2 =~ ^[0-9]+(\.[0-9]+)?(,[0-9]+(\.[0-9]+)?)*$ ]] || usage_error "--sizes needs numbers such as 0.2,1, not '$2'"
        IFS=, read -ra sizes <<<"$2"
        ;;
      --slow-rounds) slow_rounds=$(positive "$1" "$2") ;;
      --messaging-loops) messaging_loops=$(positive "$1" "$2") ;;
      esac
      shift
      ;;
    *) usage_error "unknown option '$1'" ;;
    esac
    shift
  done
}

make_recordings() {
  local size name
  for size in "${sizes[@]}"; do
    name=generated-${size}M
    events_of[$name]=$(millions "$size")
    generate "$name" "${events_of[$name]}" "$cpus" "$threads"
    recordings+=("$name")
  done
  if [[ $real == yes ]] && ((EUID == 0)); then
    record_messaging
  elif [[ $real == yes ]]; then
    say "no real recording: it needs root"
  fi
}

# record_messaging: its truth is what perf script prints.
record_messaging() {
  local name=messaging file counts note=""
  file=$(file_of "$name")
  say "recording perf bench sched messaging"
  if ! perf sched record --switch-events -m 8192 -o "$file" -- \
    perf bench sched messaging -g 10 -l "$messaging_loops" >"$work/record.log" 2>&1; then
    say "no real recording, perf says: $(tail -n 1 "$work/record.log")"
    return
  fi
  if grep -q ' lost ' "$work/record.log"; then
    note=" (events were lost)"
  fi
  # Events: samples and SWITCH records; threads: of the samples.
  counts=$(perf script --show-switch-events --show-lost-events -F tid,event,trace -i "$file" 2>"$work/stderr" | awk '
    { events++; tids[$1] }
    /sched:sched_switch:/ { all++; if (!/ prev_pid=0 /) threads++ }
    END { n = 0; for (t in tids) n++; printf "%d,%d,%d,%d", n, events, all, threads }')
  local seen all of_threads
  IFS=, read -r seen "events_of[$name]" all of_threads <<<"$counts"
  printf '%s,%d,%d,%d,%d,perf bench sched messaging -g 10 -l %d%s,%d,%d\n' "$name" "$(nproc)" "$seen" \
    "${events_of[$name]}" "$(stat -c %s "$file")" "$messaging_loops" "$note" "$all" "$of_threads" >>"$(result recordings)"
  recordings+=("$name")
}

# measure ROUND RECORDING: each tool once, the round's first one first.
measure() {
  local round=$1 name=$2 i one
  warm "$name"
  for ((i = 0; i < ${#tools[@]}; i++)); do
    one=${tools[(round + i) % ${#tools[@]}]}
    if [[ $one == whyswitch ]] || ((round <= slow_rounds || events_of[$name] <= slow_above)); then
      run_timed "$round" "$name" "$one"
    fi
  done
  run_sampled "$round" "$name"
}

main() {
  local round name one
  parse_options "$@"
  trap cleanup EXIT
  if [[ $table_only == no ]]; then
    prepare
    make_recordings
    for name in "${recordings[@]}"; do
      for one in "${tools[@]}"; do
        count "$one" "$name"
      done
    done
    for ((round = 1; round <= rounds; round++)); do
      for name in "${recordings[@]}"; do
        measure "$round" "$name"
      done
    done
  fi
  write_table
}

main "$@"
