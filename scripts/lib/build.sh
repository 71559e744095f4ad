# SPDX-License-Identifier: Apache-2.0
# Sourced after common.sh: configure and build with CMake and Ninja.
# The preset `default` builds in build/, every other one in build-NAME/.
# shellcheck shell=bash

build_dir() {
  local suffix=-$1
  [[ $1 != default ]] || suffix=''
  printf '%s\n' "${root:?}/build$suffix"
}

# One job a core, but no more than memory allows: the largest sources take about 1 GiB each.
default_jobs() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo)
  ((memory >= 1)) || memory=1
  printf '%s\n' "$((cores < memory ? cores : memory))"
}

# Configures PRESET when its folder is new, was moved here, or the presets have changed; any
# other change Ninja sees by itself.
configure() {
  local preset=$1 dir fresh=()
  dir=$(build_dir "$preset")
  if [[ -f $dir/CMakeCache.txt ]] &&
    ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$dir/CMakeCache.txt"; then
    say "${dir#"$root"/}/ was made for another checkout: starting it over"
    fresh=(--fresh)
  elif [[ -f $dir/build.ninja && ! $root/CMakePresets.json -nt $dir/build.ninja ]]; then
    return 0
  fi
  run cmake --preset "$preset" "${fresh[@]}" || return
  [[ -f $dir/build.ninja ]] || {
    say "the preset $preset did not configure ${dir#"$root"/}/"
    return 1
  }
}

# Builds TARGETs (all when none is named; build.ninja configures only). A second script waits
# until the first has finished.
build() {
  local preset=$1 jobs=$2 dir target options=()
  shift 2
  dir=$(build_dir "$preset")
  grep -qE "\"name\": *\"$preset\"" "$root/CMakePresets.json" || {
    say "no preset $preset in CMakePresets.json"
    return 1
  }
  for target; do options+=(--target "$target"); done
  mkdir -p "$dir"
  (
    flock 9
    configure "$preset" && run cmake --build "${dir#"$root"/}" --parallel "$jobs" "${options[@]}"
  ) 9>"$dir/.lock"
}

# The program rnic400, and the file that is as old as the sources it was built from. (A dry run
# of Ninja does not tell: it cannot know what CMake would find.)
program=$root/build/tb/app/rnic400
program_stamp=$root/build/.rnic400

program_is_current() {
  local changed
  [[ -x $program && -f $program_stamp ]] || return
  changed=$(cd "$root" && find CMakeLists.txt CMakePresets.json cmake models rtl tb \
    -newer "$program_stamp" -print -quit)
  [[ -z $changed ]]
}

build_program() {
  mkdir -p "$root/build"
  touch "$program_stamp.new"
  build default "$(default_jobs)" rnic400 && mv "$program_stamp.new" "$program_stamp"
}

# Runs the tests of the build folder DIR that the further options choose, and shows
# one line a test. DIR/ctest.out keeps all that ctest said.
run_tests() {
  local dir=$1 output=$1/ctest.out shorten
  shift
  shorten='/^ *Start *[0-9]*: /d;/^ *[0-9]*\/[0-9]* Test/s/ \.\.\.\.* */ ... /'
  ctest --test-dir "$dir" --output-on-failure --no-tests=error "$@" | tee "$output" |
    sed -u "$shorten"
}
