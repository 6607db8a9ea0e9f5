mkdir -p artifacts/a
echo '{"newline": 1}' >"artifacts/a/$(printf 'x\ny').json"
echo '{"space": 1}' >'artifacts/a/a b.json'
echo '{"dash": 1}' >artifacts/a/-rf.json
