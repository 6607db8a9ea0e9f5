mkdir -p artifacts/a
echo '{"secret": "do not copy me"}' >../outside.json
ln -s ../../../outside.json artifacts/a/x.json
: >a.kg.lock
