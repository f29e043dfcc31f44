#!/usr/bin/env bash
# Measures how the cost of `whyswitch analyze` grows with the number of CPUs and of threads of a recording.
#
# Usage: analysis/bench/scaling.sh [OPTION...]
#
#   --size MILLIONS    events of each recording in millions (default: 10)
#   --rounds N         runs on each recording (default: 10)
#   --results DIR      where results go (default: analysis/bench/results)
#   --work DIR         where recordings lie meanwhile: 90 bytes an event, five of them (default: TMPDIR or /tmp)
#   --table-only       measure nothing: make the table from the raw results that are there
#   --no-install       install nothing: print what is missing and how to install it, then stop
#   --help             print this
#
# Recordings: 2, 64 and 512 CPUs with 10,000 threads; 10, 10,000 and 1,000,000 threads on 64 CPUs. The heap is that of the
# launcher; WHYSWITCH_JVM_OPTIONS=-Xmx600m gives another one. A run that fails is a row with its exit code.
# Writes scaling-*.csv (raw rows) and scaling.md (the table). Exit codes: 0 ok, 1 failure, 2 usage, 4 environment.
set -euo pipefail

tool=scaling
top=$(cd -P "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)

# shellcheck source=analysis/bench/measure.sh
source "$top/analysis/bench/measure.sh"

size=10

# CPUs x threads.
shapes=(2x10000 64x10000 512x10000 64x10 64x1000000)

parse_options() {
  while (($# > 0)); do
    take_common_option "$@"
    if ((taken > 0)); then
      shift "$taken"
      continue
    fi
    case $1 in
    --size)
      [[ ${2:-} =~ ^[0-9]+(\.[0-9]+)?$ ]] || usage_error "--size needs a number such as 0.2, not '${2:-}'"
      size=$2
      shift
      ;;
    *) usage_error "unknown option '$1'" ;;
    esac
    shift
  done
}

main() {
  local round shape events i
  parse_options "$@"
  trap cleanup EXIT
  if [[ $table_only == no ]]; then
    prepare
    events=$(millions "$size")
    for shape in "${shapes[@]}"; do
      generate "$shape" "$events" "${shape%x*}" "${shape#*x}"
      count whyswitch "$shape"
    done
    for ((round = 1; round <= rounds; round++)); do
      for ((i = 0; i < ${#shapes[@]}; i++)); do
        shape=${shapes[(round + i) % ${#shapes[@]}]}
        warm "$shape"
        run_timed "$round" "$shape" whyswitch
        run_sampled "$round" "$shape"
      done
    done
  fi
  write_table
}

main "$@"
