mkdir -p artifacts/a
{ printf '{"small":[1'; yes ',1' | head -n 29999 | tr -d '\n'; printf ']}\n'; } >artifacts/a/numbers.json
test "$(stat -c %s artifacts/a/numbers.json)" -gt 60000
: >a.kg.lock
