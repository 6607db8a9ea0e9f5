settle
settle
test -d a.kg.lock
artifactctl doctor || true
