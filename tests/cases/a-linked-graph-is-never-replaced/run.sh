status=0
settle || status=$?
test -L knowledge-graph.json
echo '{"elsewhere": 1}' | cmp - ../elsewhere.json
exit $status
