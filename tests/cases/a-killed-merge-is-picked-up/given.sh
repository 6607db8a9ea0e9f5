mkdir -p artifacts/a
echo '{"x": 1}' >artifacts/a/x.json
{ printf '{"bulk": "'; head -c 20000000 /dev/zero | tr '\0' x; printf '", "last": 1}\n'; } >knowledge-graph.json
: >a.kg.lock
