#!/usr/bin/env bash
# Runs every check of the project: shellcheck and shfmt on the shell scripts, the workloads' build with -Werror, and
# `mvn verify` (build, tests, style). Prints Maven's own closing lines and then one line for each check.
#
# Usage: ./run-tests.sh [--no-install] [--help] [-- MAVEN-ARGUMENT...]
#
#   --no-install   install nothing: print what is missing and how to install it
#   --help         print this
#
# Missing tools are installed with apt-get, as root or through sudo. Tests that record need root and perf; without
# them they are skipped and say so. Checks whose tool cannot be had are named and skipped.
# Exit codes: 0 ok, 1 a check failed, 2 usage, 4 a tool that the build needs is missing.
set -euo pipefail

tool=run-tests
top=$(cd -P "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
install=yes

# shellcheck source=src/main/sh/setup.sh
source "$top/src/main/sh/setup.sh"

maven_arguments=()
failed=0
summary=""

parse_options() {
  while (($# > 0)); do
    case $1 in
    --no-install) install=no ;;
    --help | -h)
      usage "${BASH_SOURCE[0]}"
      exit 0
      ;;
    --)
      shift
      maven_arguments=("$@")
      return
      ;;
    *) fail 2 "unknown option '$1' (try --help)" ;;
    esac
    shift
  done
}

# check NAME PROGRAM COMMAND...: runs it and notes how it went; skipped where there is no PROGRAM.
check() {
  local name=$1 program=$2 result=ok
  shift 2
  if ! command -v "$program" >/dev/null; then
    result="skipped, no $program"
  elif ! "$@"; then
    result=FAILED
    failed=1
  fi
  summary+="$name: $result"$'\n'
}

# find_scripts: every file of ours with a shell's first line or the name of a part of one, in scripts.
find_scripts() {
  local file first
  scripts=()
  while IFS= read -r -d '' file; do
    first=""
    IFS= read -r first <"$file" 2>/dev/null || true
    if [[ $file == *.sh || $first == '#!'*sh ]]; then
      scripts+=("$file")
    fi
  done < <(find . \( -name .git -o -name target -o -path ./workloads/bin -o -path ./analysis/reports \) -prune \
    -o -type f -size -200k -print0 | sort -z)
}

verify() {
  mvn -B -ntp verify "${maven_arguments[@]}"
}

cleanup() {
  # Maven runs as root under sudo, for the tests that record.
  hand_over -- "$top/target" "$top/workloads/bin" || true
}

main() {
  local line
  parse_options "$@"
  find_caller
  required=(jdk maven gcc libc make)
  optional=(perf shellcheck shfmt)
  set_up_tools
  cd "$top"
  trap cleanup EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM

  find_scripts
  check shellcheck shellcheck shellcheck -x "${scripts[@]}"
  check shfmt shfmt shfmt -i 2 -d "${scripts[@]}"
  check workloads make make -C workloads
  check maven mvn verify
  echo >&2 # Maven ends with colour codes and no line end
  while IFS= read -r line; do
    say "$line"
  done <<<"${summary%$'\n'}"
  return "$failed"
}

main "$@"
