settle
grep -c '"id"' knowledge-graph.json >after-torn
# Somebody corrects an entry that is settled; the agent ends its line, writes another, and drops again.
echo '{"claims": [{"id": 1, "n": 99}, {"id": 2}]}' >knowledge-graph.json
printf ': 3}]}\n{"claims": [{"id": 4}]}\n' >>artifacts/a/log.ndjson
: >a.kg.lock
settle
# Without its memory artifactd adds nothing twice either.
rm -r .artifactd/logs
echo '{"claims": [{"id": 1, "n": 1}, {"id": 2}, {"id": 3}, {"id": 4}]}' >knowledge-graph.json
: >a.kg.lock
settle
