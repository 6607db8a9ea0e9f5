printf '{"n": {"b": 2}}\n' | gzip >artifacts/a/2.json.gz
