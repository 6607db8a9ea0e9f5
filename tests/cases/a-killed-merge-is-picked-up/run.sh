artifactctl merge "$SESSION" &
merge=$!
while [ ! -d .kg-merge.lock ] && [ -e a.kg.lock ]; do :; done
kill -9 $merge || true
wait $merge || true
settle
tail -c 60 knowledge-graph.json | grep -o '"last": 1' >last
tail -c 60 knowledge-graph.json | grep -o '"a": {"x": 1}' >>last
ls -A .artifactd/work
