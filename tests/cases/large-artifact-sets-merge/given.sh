mkdir -p artifacts/a
for n in 1 2 3; do
  { printf '{"part%s": "' "$n"; head -c 49985 /dev/zero | tr '\0' x; printf '"}\n'; } >artifacts/a/$n.json
done
: >a.kg.lock
