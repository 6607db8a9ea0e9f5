status=0
artifactctl merge "$SESSION" --wait 100ms || status=$?
test $status = 4
test -e a.kg.lock
test -d .kg-merge.lock
rmdir .kg-merge.lock
settle
