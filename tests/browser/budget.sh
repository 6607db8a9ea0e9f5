#!/usr/bin/env bash
# budget.sh DIRECTORY: the page's packed files, in all and before the first view, in bytes.
set -euo pipefail
cd "$1"
all=$(cat ./*.gz | wc -c)
# What app.js imports at once, and what those import.
first=(index.html style.css events-worker.js)
add() {
  local each
  [[ " ${first[*]} " != *" $1 "* ]] || return 0
  first+=("$1")
  for each in $(gzip -dc "$1.gz" | grep -oE '(from|import)"\./[^"]+' | grep -oE '[^/]+$'); do add "$each"; done
}
add app.js
before=$(printf '%s.gz\n' "${first[@]}" | xargs cat | wc -c)
echo "the page: $all bytes in all (at most 250,000), $before before the first view (at most 60,000)"
[ "$all" -le 250000 ] && [ "$before" -le 60000 ]
