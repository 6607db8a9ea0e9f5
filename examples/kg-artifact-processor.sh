#!/bin/sh
# Replaces a shell processor of knowledge graph artifacts: the same arguments, the same files, and the
# same exit codes: 0 if everything pending is merged, 1 if not. See docs/from-a-shell-processor.md.
if [ $# -lt 1 ] || [ $# -gt 2 ]; then
  echo "usage: $0 SESSION [AGENT]" >&2
  exit 1
fi
artifactctl merge --wait 30s -- "$@" || exit 1
