# shellcheck shell=bash
# Set-up shared by run-trace.sh and run-tests.sh: messages, the calling user, missing tools, the build.
# Sourced by a script that has set
#   tool      its name in messages
#   top       the root of the repository
#   install   yes or no: may missing tools be installed?
: "${tool:?}" "${top:?}" "${install:?}"

# shellcheck source=src/main/sh/java.sh
source "$top/src/main/sh/java.sh"

# The tools that the script needs and those that it can go on without (see lacks).
required=()
optional=()

maven_minimum=3.8.7
perf_minimum=5.10

say() {
  printf '%s: %s\n' "$tool" "$*" >&2 || true # a terminal that is gone must not stop the cleaning up
}

# fail CODE MESSAGE...
fail() {
  local code=$1
  shift
  say "$@"
  exit "$code"
}

# usage SCRIPT: its header comment.
usage() {
  awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$1"
}

# --- the calling user -----------------------------------------------------------------------------------------

# find_caller: who gets what is made here: the user behind sudo, else whoever runs this. Sets caller, caller_home
# and caller_ids (uid:gid).
find_caller() {
  caller=$(id -un)
  caller_home=${HOME:-/}
  caller_ids=$(id -u):$(id -g)
  if ((EUID == 0)) && [[ ${SUDO_USER:-root} != root ]]; then
    caller=$SUDO_USER
    caller_home=$(getent passwd "$caller" | cut -d: -f6)
    caller_ids=$(id -u "$caller"):$(id -g "$caller")
  fi
}

# as_caller COMMAND...: runs it with the calling user's rights and home.
as_caller() {
  if [[ $caller == "$(id -un)" ]]; then
    "$@"
  elif command -v runuser >/dev/null; then
    runuser -u "$caller" -- env "HOME=$caller_home" "USER=$caller" "LOGNAME=$caller" "$@"
  else
    sudo -u "$caller" -H --preserve-env=PATH,JAVA_HOME -- "$@"
  fi
}

# as_root COMMAND...
as_root() {
  if ((EUID == 0)); then
    "$@"
  else
    sudo "$@"
  fi
}

can_be_root() {
  ((EUID == 0)) || { command -v sudo >/dev/null && { [[ -t 0 ]] || sudo -n true 2>/dev/null; }; }
}

# hand_over [FIND-TEST...] -- PATH...: gives to the calling user what root owns there and passes the tests.
hand_over() {
  local tests=()
  while [[ $1 != -- ]]; do
    tests+=("$1")
    shift
  done
  shift
  [[ $caller != root ]] || return 0
  local path
  for path in "$@"; do
    [[ ! -e $path ]] || find "$path" -xdev -user root "${tests[@]}" -exec chown -h "$caller_ids" {} +
  done
}

# --- tools ----------------------------------------------------------------------------------------------------

# lacks TOOL: is there no usable one? Says in need what is needed. A tool found outside PATH is put into it, and a
# JDK into JAVA_HOME.
lacks() {
  local found=""
  case $1 in
  jdk)
    if find_java javac; then
      export JAVA_HOME=$java_home
      return 1
    fi
    need="a JDK >= $java_minimum with javac${java_too_old:+ (found $java_too_old)}"
    ;;
  maven)
    command -v mvn >/dev/null || add_to_path /opt/maven/bin/mvn /opt/apache-maven-*/bin/mvn
    # Without a JDK mvn cannot tell its version; it is asked again after the JDK's installation.
    if [[ -n ${JAVA_HOME:-} ]] && command -v mvn >/dev/null; then
      found=$(version_in "$(mvn -v 2>/dev/null | head -n 1)")
    fi
    need="Maven >= $maven_minimum${found:+ (found $found; unpack a newer one from maven.apache.org into /opt/maven)}"
    ! at_least "$maven_minimum" "$found"
    ;;
  perf)
    # Ubuntu's /usr/bin/perf refuses to start without the package of the running kernel's version.
    perf --version >/dev/null 2>&1 || add_to_path /usr/lib/linux-tools-*/perf /usr/lib/linux-tools/*/perf
    found=$(version_in "$(perf --version 2>/dev/null)")
    need="perf >= $perf_minimum${found:+ (found $found)}"
    ! at_least "$perf_minimum" "$found"
    ;;
  libc)
    need="the C library's headers"
    ! command -v gcc >/dev/null || ! gcc -E -include stdio.h -xc /dev/null >/dev/null 2>&1
    ;;
  time)
    need="GNU time" # a keyword of the same name is in every bash
    ! type -P time >/dev/null
    ;;
  *)
    need=$1
    ! command -v "$1" >/dev/null
    ;;
  esac
}

# add_to_path FILE...: puts the folder of the newest one that can be run first into PATH.
add_to_path() {
  local file newest=""
  while IFS= read -r file; do
    [[ ! -x $file ]] || newest=$file
  done < <(printf '%s\n' "$@" | sort -V)
  [[ -z $newest ]] || PATH=${newest%/*}:$PATH
}

# version_in TEXT: the first number with a dot in it.
version_in() {
  [[ ! $1 =~ [0-9]+(\.[0-9]+)+ ]] || printf '%s\n' "${BASH_REMATCH[0]}"
}

# at_least MINIMUM VERSION
at_least() {
  [[ -n $2 && $(printf '%s\n' "$1" "$2" | sort -V | head -n 1) == "$1" ]]
}

find_package_manager() {
  local manager
  for manager in apt-get dnf zypper pacman apk; do
    if command -v "$manager" >/dev/null; then
      printf '%s\n' "$manager"
      return
    fi
  done
}

# package MANAGER TOOL: the name of the package that has the tool.
package() {
  case $1:$2 in
  apt-get:jdk) apt_choice openjdk-17-jdk-headless default-jdk-headless "$(apt_newest_jdk)" ;;
  apt-get:perf) apt_choice "$(apt_default_perf)" "linux-tools-$(uname -r)" linux-perf linux-tools-generic ;;
  apt-get:libc) echo libc6-dev ;;
  dnf:jdk | zypper:jdk) echo java-21-openjdk-devel ;;
  pacman:jdk) echo jdk21-openjdk ;;
  apk:jdk) echo openjdk21-jdk ;;
  dnf:libc | zypper:libc) echo glibc-devel ;;
  pacman:libc) echo glibc ;;
  apk:libc) echo musl-dev linux-headers ;;
  dnf:shellcheck | zypper:shellcheck) echo ShellCheck ;;
  *) echo "$2" ;;
  esac
}

# apt_choice NAME...: the first that apt can install, else the first name.
apt_choice() {
  local name
  for name in "$@"; do
    if [[ $(LC_ALL=C apt-cache policy "$name" 2>/dev/null) =~ Candidate:\ [^\(] ]]; then
      printf '%s\n' "$name"
      return
    fi
  done
  printf '%s\n' "$1"
}

apt_newest_jdk() {
  apt-cache search --names-only '^openjdk-[0-9]+-jdk-headless$' 2>/dev/null | cut -d ' ' -f 1 | sort -V | tail -n 1
}

apt_default_perf() {
  if grep -qi ubuntu /etc/os-release 2>/dev/null; then
    echo "linux-tools-$(uname -r)"
  else
    echo linux-perf
  fi
}

apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 "$@"
}

# install_with_apt TOOL...: what cannot be installed is found missing afterwards, so a failure only shows its log.
install_with_apt() {
  local log packages=() one
  log=$(mktemp)
  say "fetching apt's lists"
  # A foreign source that is down is no reason to stop.
  apt_get update >"$log" 2>&1 || say "apt-get update failed in part: going on with the lists that are there"
  for one in "$@"; do
    packages+=("$(package apt-get "$one")")
  done
  say "installing with apt-get: ${packages[*]}"
  if ! apt_get install -y --no-install-recommends "${packages[@]}" >"$log" 2>&1; then
    cat "$log" >&2
  fi
  rm -f "$log"
  hash -r
}

# install_command MANAGER TOOL...: the command by which a person installs them.
install_command() {
  local manager=$1 packages=() one
  shift
  for one in "$@"; do
    packages+=("$(package "$manager" "$one")")
  done
  case $manager in
  pacman) echo "pacman -S ${packages[*]}" ;;
  apk) echo "apk add ${packages[*]}" ;;
  "") echo "your system's package manager, which is none of apt-get, dnf, zypper, pacman, apk" ;;
  *) echo "$manager install ${packages[*]}" ;;
  esac
}

# find_missing TOOL...: fills missing with those that are not there, needs with what they are to a person.
find_missing() {
  local one need
  missing=() needs=""
  for one in "$@"; do
    if lacks "$one"; then
      missing+=("$one")
      needs+=${needs:+, }$need
    fi
  done
}

# set_up_tools: makes sure that the required and the optional tools are there; installs what is missing
# with apt-get if it may. Ends with exit code 4 if a required one is still missing, and names the optional ones.
set_up_tools() {
  local missing needs manager
  find_missing "${required[@]}" "${optional[@]}"
  ((${#missing[@]} > 0)) || return 0
  say "missing: $needs"
  manager=$(find_package_manager)
  if [[ $install == yes && $manager == apt-get ]] && can_be_root; then
    install_with_apt "${missing[@]}"
  else
    say "install with: $(install_command "$manager" "${missing[@]}")"
  fi
  find_missing "${required[@]}"
  ((${#missing[@]} == 0)) || fail 4 "cannot go on without: $needs"
  find_missing "${optional[@]}"
  ((${#missing[@]} == 0)) || say "going on without: $needs"
}

# --- build ----------------------------------------------------------------------------------------------------

# find_builder: the calling user builds, so that target/ and ~/.m2 are theirs; root does where they may not write.
find_builder() {
  build_as=as_caller
  if ! as_caller test -w "$top"; then
    say "$caller may not write to $top: building as root"
    build_as=as_root
  fi
}

jar_is_current() {
  local jar=$top/target/whyswitch.jar
  [[ -r $jar && -z $(find "$top/pom.xml" "$top/src/main" -path "$top/src/main/sh" -prune -o -newer "$jar" -print -quit) ]]
}

# Between Maven's jar and its shade step the file is there without the libraries: the caller's cleanup removes
# half_built, so that an interrupted build is not taken for a current one.
# shellcheck disable=SC2034
half_built=""

build_jar() {
  if jar_is_current; then
    return
  fi
  say "building target/whyswitch.jar"
  half_built=$top/target/whyswitch.jar
  (cd "$top" && "$build_as" mvn -q -B -ntp -DskipTests package) >&2 || fail 1 "the build failed, see above"
  # shellcheck disable=SC2034
  half_built=""
}

# build_archive: class data for a fast start of the launcher, by the JVM that the launcher will take: the classes that
# an analysis loads. It gets its name when it is whole: a JVM crashes on half an archive.
build_archive() {
  local jar=$top/target/whyswitch.jar archive=$top/target/whyswitch.jsa
  local recording=$top/src/test/resources/recordings/mix.file.data.gz
  if [[ -e $archive && ! $jar -nt $archive ]]; then
    return
  fi
  find_java java
  if "$build_as" "$java_home/bin/java" "${jvm_options[@]}" "-XX:ArchiveClassesAtExit=$archive.new" \
    -jar "$jar" analyze "$recording" >/dev/null 2>&1; then
    "$build_as" mv -f "$archive.new" "$archive"
  else
    say "no class-data archive could be made: whyswitch starts a little slower"
  fi
}

build_workloads() {
  "$build_as" make -s -C "$top/workloads" >&2
}

# build: everything that is out of date.
build() {
  find_builder
  hand_over -- "$top/target" "$top/workloads/bin" # an earlier build by plain root would be in the way
  build_jar
  build_archive
  build_workloads || fail 1 "the workloads' build failed, see above"
}
