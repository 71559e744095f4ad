# SPDX-License-Identifier: Apache-2.0
# Sourced by every script: where the checkout is, how a script speaks, how it stops.
#   . "$(dirname "$(readlink -f "$0")")/lib/common.sh"
# Exit status everywhere: 0 done, 1 what was checked is wrong, 2 it could not be checked.
# shellcheck shell=bash
set -euo pipefail

root=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
root=$(cd "$root/../.." && pwd -P)
script=$(basename "$0")

# Progress and errors go to stderr: stdout belongs to what the user asked for.
say() { printf '%s: %s\n' "$script" "$*" >&2; }

die() {
  say "$@"
  exit 2
}

# Prints the comment at the head of the running script, from the line after the licence.
show_help() {
  sed -n '3,/^[^#]/{/^# shellcheck/d;s/^#$//p;s/^# //p}' "$0"
  exit 0
}

usage_error() { die "$1 (try scripts/$script --help)"; }

# needs_value "$@": stops when the option $1 is the last word.
needs_value() { (($# >= 2)) || usage_error "$1 needs a value"; }

# COMMAND as a user would type it.
quoted() {
  local word text=''
  for word; do
    [[ $word =~ ^[[:alnum:]_./:=,+@-]+$ ]] || word=${word@Q}
    text+=" $word"
  done
  printf '%s' "${text# }"
}

# Runs COMMAND in the checkout; when it fails, prints the line that repeats it.
run() {
  local status=0
  (cd "$root" && "$@") || status=$?
  if ((status != 0)); then
    say "failed with status $status; to repeat this step:"
    printf '    cd %s && %s\n' "$(quoted "$root")" "$(quoted "$@")" >&2
  fi
  return "$status"
}

# Installs the packages of the named groups if any is missing (scripts/packages.txt).
need_packages() { "$root/scripts/setup" --quiet "$@" || exit; }
