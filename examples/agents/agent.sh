#!/usr/bin/env bash
# agent.sh SESSION NAME THINK: submits what the command THINK prints until it is accepted. THINK calls your model;
# it gets on stdin what was wrong the last time, at first nothing.
set -u
session=$1 name=$2 think=$3 findings="" answer=$(mktemp -d)/answer.json
while :; do
  "$think" <<<"$findings" >"$answer" || exit
  findings=$(artifactctl submit "$session" "$name" "$answer")
  case $? in
    0) echo "$name: accepted"; exit 0 ;;
    1) ;; # refused: think again
    *) echo "$findings" >&2; exit 1 ;; # a person is needed, or nothing is settling it now
  esac
done
