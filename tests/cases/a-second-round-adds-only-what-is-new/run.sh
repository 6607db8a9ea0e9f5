settle
echo '{"gaps": [{"id": "g1"}]}' >artifacts/a/round2.json
touch a.kg.lock
settle
touch a.kg.lock
settle
