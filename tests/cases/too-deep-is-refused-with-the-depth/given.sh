mkdir -p artifacts/a
{
  printf '{"deep": '
  yes '[' | head -n 300 | tr -d '\n'
  yes ']' | head -n 300 | tr -d '\n'
  printf '}\n'
} >artifacts/a/x.json
: >a.kg.lock
