# shellcheck shell=bash
# shellcheck disable=SC2034 # variables for the scripts that source this file
# Finds a Java and says how the jar is started. Sourced by the launcher (whyswitch) and by setup.sh.

java_minimum=17

# Serial collector, a small young generation and a heap that grows with need alone: one pass in one thread keeps
# 100 MB at most, however large the file, up to 10,000 threads; only more threads need more. The JVM's own warnings
# go to stderr because it would write them to stdout, where json is; those about class-data archives go nowhere:
# an archive that another JVM made is not used, and that is no fault.
jvm_options=(
  -Xms48m
  -Xmn24m
  -Xmx2g
  -XX:+UseSerialGC
  -Xshare:auto
  -Xlog:disable
  -Xlog:all=warning:stderr
  "-Xlog:cds*=off:stderr"
)

# find_java PROGRAM: the first home of a Java >= $java_minimum that has bin/PROGRAM, in java_home. Looks into
# JAVA_HOME, PATH and /usr/lib/jvm. Where there is none, java_too_old says what was found instead, if anything.
find_java() {
  local program=$1 home major
  local homes=("${JAVA_HOME:-}")
  java_home="" java_too_old=""
  if home=$(command -v "$program"); then
    home=$(readlink -f "$home")
    homes+=("${home%/bin/*}")
  fi
  homes+=(/usr/lib/jvm/*)
  for home in "${homes[@]}"; do
    [[ -n $home && -x $home/bin/$program ]] || continue
    read_java_major "$home"
    if ((major >= java_minimum)); then
      java_home=$home
      return 0
    fi
    java_too_old=${java_too_old:-version $major in $home}
  done
  return 1
}

# read_java_major HOME: its major version in the caller's variable major, 0 if unknown. Reads HOME/release, which
# costs no start of a JVM.
read_java_major() {
  local line
  major=0
  [[ -r $1/release ]] || return 0
  while IFS= read -r line; do
    if [[ $line =~ ^JAVA_VERSION=\"(1\.)?([0-9]+) ]]; then
      major=${BASH_REMATCH[2]}
    fi
  done <"$1/release"
}
