# SPDX-License-Identifier: Apache-2.0
# Sourced after common.sh: runs steps one after the other, keeps going, says what took how long.
# shellcheck shell=bash

step_names=() step_seconds=() step_status=()

# timed_step NAME FILE COMMAND...: runs COMMAND, shows its output and keeps it in FILE.
timed_step() {
  local name=$1 file=$2 begin=$SECONDS status=0
  shift 2
  printf '== %s: %s\n' "$name" "$(quoted "$@")"
  "$@" </dev/null 2>&1 | tee "$file" || status=${PIPESTATUS[0]}
  step_names+=("$name")
  step_seconds+=("$((SECONDS - begin))")
  step_status+=("$status")
}

step_table() {
  local i end
  printf '| step | result | time |\n|---|---|---|\n'
  for i in "${!step_names[@]}"; do
    case ${step_status[i]} in
      0) end=good ;;
      1) end=FINDINGS ;;
      *) end="NOT RUN (status ${step_status[i]})" ;;
    esac
    printf '| %s | %s | %d:%02d |\n' "${step_names[i]}" "$end" \
      "$((step_seconds[i] / 60))" "$((step_seconds[i] % 60))"
  done
  printf '| all | | %d:%02d |\n' "$((SECONDS / 60))" "$((SECONDS % 60))"
}

# 2 where a step could not be run, else 1 where one found something, else 0.
worst_status() {
  local status worst=0
  for status in "${step_status[@]}"; do
    ((status <= 1)) || status=2
    ((status <= worst)) || worst=$status
  done
  printf '%s\n' "$worst"
}
