# SPDX-License-Identifier: Apache-2.0
# Sourced after common.sh: a private Python environment for each tool, in build/venv/NAME, with
# exactly the versions of tools/NAME/requirements.txt (wheels only, each with its hash).
# shellcheck shell=bash

# need_venv NAME: makes the environment, or makes it anew when its list has changed, and sets
# $python. A second script waits until the first has finished.
need_venv() {
  local name=$1
  local venv=${root:?}/build/venv/$name list=$root/tools/$name/requirements.txt
  python=$venv/bin/python
  mkdir -p "$root/build/venv"
  (
    flock 9
    if cmp -s "$list" "$venv/installed.txt" && [[ -x $python ]] &&
      [[ $(<"$venv/where.txt") == "$venv" ]]; then
      exit 0
    fi
    rm -rf "$venv"
    say "fetching the tools of tools/$name/requirements.txt into ${venv#"$root"/}"
    run python3 -m venv "$venv" || exit 2
    run "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes \
      --only-binary :all: -r "$list" || die "they could not be installed"
    printf '%s\n' "$venv" >"$venv/where.txt"
    cp "$list" "$venv/installed.txt"
  ) 9>"$root/build/venv/.lock.$name" || exit
}

# need_yosys NAME: the same for an environment that holds YoWASP tools, which compile themselves
# once for the machine; the result is kept beside them.
need_yosys() {
  need_venv "$1"
  export YOWASP_CACHE_DIR=$root/build/venv/$1/cache
  [[ -d $YOWASP_CACHE_DIR ]] || say "Yosys prepares itself for this machine (once, half a minute)"
}
