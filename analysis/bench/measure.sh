# shellcheck shell=bash
# shellcheck disable=SC2034 # variables for the scripts that source this file
# Shared by the benchmarks readers.sh and scaling.sh: options, build, recordings, measured runs, counts, the machine.
# Sourced by a script that has set
#   tool      its name in messages, and in the names of its result files
#   top       the root of the repository
: "${tool:?}" "${top:?}"

install=yes
results=$top/analysis/bench/results
work_parent=${TMPDIR:-/tmp}
rounds=10
table_only=no

# shellcheck source=src/main/sh/setup.sh
source "$top/src/main/sh/setup.sh"

# Bytes of a generated recording for each of its events, rounded up, and each of its threads.
bytes_per_event=90
bytes_per_thread=64

anon_sample_s=0.02

work=""

find_caller

usage_error() {
  fail 2 "$* (try --help)"
}

# take_common_option OPTION [VALUE]: the options that all benchmarks have. Sets taken to the number of words it took,
# 0 if it is none of them.
take_common_option() {
  local value=${2:-}
  taken=1
  case $1 in
  --no-install) install=no ;;
  --table-only) table_only=yes ;;
  --rounds | --results | --work)
    [[ -n $value ]] || usage_error "$1 needs a value"
    taken=2
    case $1 in
    --rounds) rounds=$(positive "$1" "$value") ;;
    --results) results=$value ;;
    --work) work_parent=$value ;;
    esac
    ;;
  --help | -h)
    usage "$0"
    exit 0
    ;;
  *) taken=0 ;;
  esac
}

# positive OPTION VALUE
positive() {
  [[ $2 =~ ^[1-9][0-9]*$ ]] || usage_error "$1 needs a number above 0, not '$2'"
  printf '%s\n' "$2"
}

# millions NUMBER: that many millions, as a whole number.
millions() {
  awk -v number="$1" 'BEGIN { printf "%.0f\n", number * 1000000 }'
}

# result NAME: the path of a result file of this benchmark.
result() {
  printf '%s\n' "$results/$tool-$1.csv"
}

# --- before the measurement -----------------------------------------------------------------------------------

# prepare: tools, build, folders, headers of the result files.
prepare() {
  required=(jdk maven perf time)
  set_up_tools
  find_builder
  hand_over -- "$top/target"
  build_jar
  build_archive
  build_generator
  find_java java
  mkdir -p -- "$results" || fail 1 "cannot make $results"
  work=$(mktemp -d "$work_parent/whyswitch-bench.XXXXXX") || fail 1 "cannot write to $work_parent"
  mkfifo "$work/pause"
  exec {pause}<>"$work/pause"
  echo "recording,cpus,threads,events,bytes,source,all_switches,thread_switches" >"$(result recordings)"
  echo "recording,tool,all_switches,thread_switches" >"$(result counts)"
  echo "round,recording,tool,wall_s,user_s,sys_s,max_rss_kib,exit_code" >"$(result runs)"
  echo "round,recording,tool,max_rss_anon_kib,samples,exit_code" >"$(result memory)"
  write_machine >"$(result machine)"
}

cleanup() {
  [[ -z $work ]] || rm -rf "$work"
  [[ -z $half_built ]] || rm -f "$half_built"
  hand_over -- "$results" "$top/target" || true
}

build_generator() {
  local class=$top/target/test-classes/dev/whyswitch/bench/TraceGenerator.class
  if [[ ! -e $class || -n $(find "$top/src/test/java/dev/whyswitch/bench" -newer "$class" -name '*.java' -print -quit) ]]; then
    say "building the generator"
    (cd "$top" && "$build_as" mvn -q -B -ntp test-compile) >&2 || fail 1 "the build failed, see above"
  fi
}

# write_machine: what the numbers depend on, as key,"value".
write_machine() {
  local model memory version perf_version
  model=$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1)
  memory=$(awk '/^MemTotal:/ { printf "%.0f GiB", $2 / 1048576 }' /proc/meminfo)
  version=$(git -C "$top" describe --always --dirty 2>/dev/null || echo unknown)
  perf_version=$(perf --version)
  printf '%s,"%s"\n' \
    cpu "$(nproc) x ${model:-unknown}" \
    memory "$memory" \
    kernel "$(uname -sr)" \
    perf "${perf_version#perf version }" \
    java "$("$java_home/bin/java" -version 2>&1 | sed -n 's/"//g; 2p')" \
    jvm_options "${jvm_options[*]} ${WHYSWITCH_JVM_OPTIONS:-}" \
    whyswitch "$version" \
    page_cache "warm: each recording is read once before each round" \
    rss_anon "a run of its own, not timed; RssAnon in /proc/PID/status every $anon_sample_s s, the largest"
}

# --- recordings -----------------------------------------------------------------------------------------------

# file_of RECORDING
file_of() {
  printf '%s\n' "$work/$1.data"
}

# generate RECORDING EVENTS CPUS THREADS: a recording with known totals.
generate() {
  local name=$1 events=$2 cpus=$3 threads=$4 file json free needed
  file=$(file_of "$name")
  needed=$((events * bytes_per_event + threads * bytes_per_thread))
  free=$(df --output=avail -B1 "$work" | tail -n 1)
  ((free > needed)) || fail 4 "recording $name needs $((needed / 1000000)) MB in $work_parent, $((free / 1000000)) are free"
  say "generating $name: $events events, $cpus CPUs, $threads threads"
  json=$("$java_home/bin/java" -Xmx512m -cp "$top/target/test-classes" dev.whyswitch.bench.TraceGenerator \
    --events "$events" --cpus "$cpus" --threads "$threads" -o "$file" 2>"$work/stderr") ||
    fail 1 "no recording $name: $(tail -n 1 "$work/stderr")"
  say "$(tail -n 1 "$work/stderr")"
  local switches idle
  switches=$(json_number switches "$json")
  idle=$(json_number idleSwitches "$json")
  printf '%s,%d,%d,%d,%d,generated,%d,%d\n' "$name" "$cpus" "$(json_number threads "$json")" \
    "$(json_number events "$json")" "$(json_number fileBytes "$json")" $((switches + idle)) "$switches" \
    >>"$(result recordings)"
}

# json_number KEY JSON
json_number() {
  [[ $2 =~ \"$1\":([0-9]+) ]] && printf '%s\n' "${BASH_REMATCH[1]}"
}

warm() {
  cat -- "$(file_of "$1")" >/dev/null
}

# --- measured runs --------------------------------------------------------------------------------------------

# set_command TOOL FILE: the command line in the array command.
set_command() {
  case $1 in
  whyswitch) command=("$top/whyswitch" analyze "$2") ;;
  timehist-S) command=(perf sched timehist -S -i "$2") ;;
  timehist-s) command=(perf sched timehist -s -i "$2") ;;
  latency) command=(perf sched latency -i "$2") ;;
  script) command=(perf script -i "$2") ;;
  esac
}

# run_timed ROUND RECORDING TOOL: one whole process from the shell, output to /dev/null.
run_timed() {
  local command code=0 figures
  set_command "$3" "$(file_of "$2")"
  "$(type -P time)" -q -f '%e,%U,%S,%M' -o "$work/time" "${command[@]}" >/dev/null 2>"$work/stderr" || code=$?
  ((code == 0)) || say "$3 failed on $2 with exit code $code: $(grep -m 1 . "$work/stderr")"
  figures=$(tail -n 1 "$work/time")
  printf '%d,%s,%s,%s,%d\n' "$1" "$2" "$3" "$figures" "$code" >>"$(result runs)"
  say "round $1, $2, $3: $figures (wall s, user s, sys s, KiB)"
}

# run_sampled ROUND RECORDING: whyswitch's largest RssAnon: heap and all, without shared pages.
run_sampled() {
  local command code=0 pid line value max=0 samples=0 status=()
  set_command whyswitch "$(file_of "$2")"
  "${command[@]}" >/dev/null 2>"$work/stderr" &
  pid=$!
  while :; do
    value=""
    mapfile -t status 2>/dev/null <"/proc/$pid/status" || break
    for line in "${status[@]}"; do
      if [[ $line =~ ^RssAnon:[[:space:]]+([0-9]+) ]]; then
        value=${BASH_REMATCH[1]}
      fi
    done
    [[ -n $value ]] || break # it has ended
    samples=$((samples + 1))
    max=$((value > max ? value : max))
    read -r -t "$anon_sample_s" -u "$pause" || true # a pause without a process
  done
  wait "$pid" || code=$?
  printf '%d,%s,whyswitch,%d,%d,%d\n' "$1" "$2" "$max" "$samples" "$code" >>"$(result memory)"
}

# --- counts ---------------------------------------------------------------------------------------------------

# count TOOL RECORDING: how many context switches it prints: all, and without the idle task's; empty where it does not
# say. perf sched latency counts something else: how often a thread that had waited was switched in.
count() {
  local file command
  file=$(file_of "$2")
  set_command "$1" "$file"
  say "counting what $1 prints on $2"
  case $1 in
  whyswitch)
    # Not measured, and a million threads as JSON need room.
    WHYSWITCH_JVM_OPTIONS="${WHYSWITCH_JVM_OPTIONS:-} -Xmx3g" "$top/whyswitch" analyze --format json "$file" 2>/dev/null | awk '
      /^  "[a-z_]+" : / { section = $1 }
      section == "\"system\"" && /"(preemptions|synchronizations|terminations_or_stops|unclassified)"/ { threads += $3 }
      section == "\"evidence\"" && /"idle_switches"/ { idle = $3 }
      END { if (section != "") printf "%d,%d\n", threads + idle, threads; else print "," }'
    ;;
  timehist-S)
    "${command[@]}" 2>/dev/null | awk '
      /^ +[0-9]+\.[0-9]+ \[/ { all++; if ($3 !~ /^<idle>/) threads++ }
      END { printf "%d,%d\n", all, threads }'
    ;;
  timehist-s) "${command[@]}" 2>/dev/null | awk '/^Total number of context switches:/ { print $NF "," }' ;;
  latency) "${command[@]}" 2>/dev/null | awk '$1 == "TOTAL:" { print "," $(NF - 1) }' ;;
  script)
    "${command[@]}" 2>/dev/null | awk '
      / sched:sched_switch: / { all++; if (!/ prev_pid=0 /) threads++ }
      END { printf "%d,%d\n", all, threads }'
    ;;
  esac >"$work/count" || true
  printf '%s,%s,%s\n' "$2" "$1" "$(grep -m 1 . "$work/count" || echo ,)" >>"$(result counts)"
}

# --- the table ------------------------------------------------------------------------------------------------

# write_table: from the raw results alone; prints its path.
write_table() {
  awk -v prefix="$results/$tool" -f "$top/analysis/bench/summary.awk" -f "$top/analysis/bench/$tool.awk" \
    >"$results/$tool.md" || fail 1 "no table could be made from the results in $results"
  printf '%s\n' "$results/$tool.md"
}
