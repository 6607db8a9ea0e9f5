settle
grep -o 'part[123]": "xxx' knowledge-graph.json >parts
test "$(stat -c %s knowledge-graph.json)" -gt 149950
