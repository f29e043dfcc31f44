#!/usr/bin/env bash
# Records every scenario of workloads/ under a probe on this machine, analyses the recordings and writes one report.
#
# Usage: sudo ./run-trace.sh [OPTION...]
#
#   --quick              fewer and shorter runs: at most 90 s of measurement (default: at most 10 min)
#   --full               every variant, many runs: at most 60 min; given the -o of a stopped one it goes on there
#   --scenario NAME      only this scenario; may be repeated
#   --runs N             runs of each variant, instead of the size's own number
#   --probe perf|bpftrace  what records (default: perf)
#   -o DIR               folder of the report (default: analysis/reports/<UTC time>/ beside this script)
#   --no-install         install nothing: print what is missing and how to install it, then stop
#   --help               print this
#
# Set-up comes first and is not part of these times: missing tools (JDK, Maven, gcc, make, perf) are installed with
# apt-get, the jar and the workloads are built as the user who called sudo, to whom all files belong afterwards.
# tracefs is mounted for the time of the measurement where it is not. Ctrl-C stops the measurement and still writes
# the report of what has been measured.
#
# The last line on standard output is the path of the report; everything else goes to standard error.
# Exit codes: 0 ok, 1 failure, 2 usage, 4 the environment lacks something, 130 stopped by Ctrl-C.
set -euo pipefail

tool=run-trace
top=$(cd -P "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
tracefs=/sys/kernel/tracing
install=yes

# shellcheck source=src/main/sh/setup.sh
source "$top/src/main/sh/setup.sh"

size=default
scenario_options=()
report="" # absolute

# What cleanup has to put back.
stamp=""
mounted=""
made_folder=""
to_hand_over=""

child="" # the running measurement
signalled=""

usage_error() {
  fail 2 "$* (try --help)"
}

parse_options() {
  local option value sizes=0
  while (($# > 0)); do
    option=$1
    shift
    case $option in
    --quick | --full)
      size=${option#--}
      ((++sizes == 1)) || usage_error "only one of --quick and --full can be given, once"
      ;;
    --no-install) install=no ;;
    --help | -h)
      usage "${BASH_SOURCE[0]}"
      exit 0
      ;;
    --scenario=* | --runs=* | --probe=*)
      set -- "${option%%=*}" "${option#*=}" "$@"
      ;;
    --scenario | --runs | --probe | -o)
      value=${1:-}
      [[ -n $value ]] || usage_error "$option needs a value"
      shift
      take_value "$option" "$value"
      ;;
    *) usage_error "unknown option '$option'" ;;
    esac
  done
}

take_value() {
  case $1 in
  --runs) [[ $2 =~ ^[1-9][0-9]*$ ]] || usage_error "--runs needs a number above 0, not '$2'" ;;
  --scenario) check_scenario "$2" ;;
  --probe) [[ $2 =~ ^(perf|bpftrace)$ ]] || usage_error "--probe is perf or bpftrace, not '$2'" ;;
  -o)
    report=$2
    [[ $report == /* ]] || report=$PWD/$report
    return
    ;;
  esac
  scenario_options+=("$1" "$2")
}

# check_scenario NAME: before anything is installed, built or made. In the catalogue documents come before scenarios, and
# claims and variants begin with a brace; a test holds that these are the names that the Java program knows.
check_scenario() {
  local names
  names=$(sed -n '/"scenarios":/,$ s/^ *"id": "\([^"]*\)",$/\1/p' "$top/workloads/catalogue.json")
  grep -qxF -e "$1" <<<"$names" || usage_error "no scenario '$1'; there are ${names//$'\n'/, }"
}

needs_bpftrace() {
  [[ " ${scenario_options[*]} " == *" --probe bpftrace "* ]]
}

mount_tracefs() {
  [[ ! -d $tracefs/events/sched ]] || return 0
  mount -t tracefs -o nosuid,nodev,noexec tracefs "$tracefs" ||
    fail 4 "cannot mount tracefs at $tracefs: is this a container, or a kernel without CONFIG_TRACING?"
  mounted=yes
}

# make_report_folder: with all of its missing parents, which are handed over with it.
make_report_folder() {
  local path=$report
  stamp=$(mktemp)
  if [[ -d $path ]]; then
    # Somebody else's folder (such as /tmp) is not searched for files to hand over.
    [[ $(stat -c %U -- "$path") != "$caller" ]] || to_hand_over=$path
  else
    while [[ ! -e $path ]]; do
      to_hand_over=$path
      path=$(dirname -- "$path")
    done
    mkdir -p -- "$report" || fail 4 "cannot make the folder $report"
    made_folder=$report
  fi
}

# remove_if_empty FOLDER: if nothing came of it, it goes, and the parents that were made for it.
remove_if_empty() {
  local path=$1
  while rmdir -- "$path" 2>/dev/null && [[ $path != "$to_hand_over" ]]; do
    path=$(dirname -- "$path")
  done
}

# measure: runs the Java program, which has the same signals forwarded to it as come here, and waits for its report.
# It runs in a process group of its own, so that it gets one SIGINT from Ctrl-C and its children get none.
measure() {
  local code=0
  set -m
  "$top/whyswitch" scenario run --size "$size" "${scenario_options[@]}" -o "$report" </dev/null &
  child=$!
  set +m
  while :; do
    signalled=""
    code=0
    wait "$child" || code=$?
    [[ -n $signalled ]] || break
  done
  # If it was killed, what it had started must not go on.
  kill -TERM -- "-$child" 2>/dev/null || true
  child=""
  return "$code"
}

# on_signal NAME NUMBER
on_signal() {
  if [[ -n $child ]]; then
    signalled=yes
    kill -s "$1" "$child" 2>/dev/null || true
  else
    exit $((128 + $2))
  fi
}

cleanup() {
  trap '' INT TERM HUP
  [[ -z $made_folder ]] || remove_if_empty "$made_folder"
  [[ -z $to_hand_over || -e $to_hand_over ]] || to_hand_over=""
  [[ -z $to_hand_over ]] || hand_over -cnewer "$stamp" -- "$to_hand_over" || true
  [[ -z $stamp ]] || rm -f "$stamp"
  [[ -z $half_built ]] || rm -f "$half_built"
  [[ -z $mounted ]] || umount "$tracefs" || say "could not unmount $tracefs, which was not mounted before"
}

main() {
  local code=0
  parse_options "$@"
  ((EUID == 0)) || fail 4 "recording needs root, run: sudo$(printf ' %q' "${BASH_SOURCE[0]}" "$@")"
  find_caller
  trap cleanup EXIT
  trap 'on_signal INT 2' INT
  trap 'on_signal TERM 15' TERM
  trap 'on_signal HUP 1' HUP

  required=(jdk maven gcc libc make perf)
  ! needs_bpftrace || required+=(bpftrace)
  set_up_tools
  build
  mount_tracefs
  report=${report:-$top/analysis/reports/$(date -u +%Y%m%dT%H%M%SZ)}
  make_report_folder
  say "set-up took $SECONDS s, which is not part of the measurement"

  cd "$top"
  SECONDS=0
  measure || code=$?
  say "measurement and analysis took $SECONDS s"
  if [[ -e $report/report.md ]]; then
    printf '%s\n' "$report/report.md"
  else
    say "no report was written to $report"
  fi
  return "$code"
}

main "$@"
