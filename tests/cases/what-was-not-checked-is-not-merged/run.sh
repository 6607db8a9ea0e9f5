mkdir .kg-merge.lock
artifactctl merge "$SESSION" >said &
merge=$!
while ! [ -d .artifactd/mutex ]; do :; done
{ printf '{"x": "swapped '; head -c 100000 /dev/zero | tr '\0' x; printf '"}\n'; } >artifacts/a/x.json
rmdir .kg-merge.lock
status=0
wait $merge || status=$?
if grep -c swapped knowledge-graph.json; then exit 99; fi
exit $status
