refused=0
settle || refused=$?
test $refused = 1
test -e a.retry-instructions.json
echo '{"x": 1}' >artifacts/a/x.json
mv a.kg.lock.error a.kg.lock
settle
