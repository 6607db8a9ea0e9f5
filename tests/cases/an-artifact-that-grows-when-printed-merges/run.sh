settle
grep -o '"small":\[1,1,1' knowledge-graph.json >found
