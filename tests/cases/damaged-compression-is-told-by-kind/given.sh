cd artifacts/a
printf '{"n": 1}' | gzip >whole
head -c 20 whole >2.json.gz
{ head -c 10 whole; printf '\377\377\377\377'; tail -c 12 whole; } >3.json.gz
{ cat whole; echo tail; } >4.json.gz
head -c 50000000 /dev/zero | gzip >5.json.gz
cp whole 8.json.gz
printf '{"n": 1,}' | gzip >9.json.gz
rm whole
