status=0
settle || status=$?
grep -c 64 a.retry-instructions.json
exit $status
