settle
doctor=0 status=0
artifactctl doctor || doctor=$?
artifactctl status || status=$?
test "$doctor $status" = '1 6'
