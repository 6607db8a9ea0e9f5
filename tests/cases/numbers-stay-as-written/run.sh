settle
grep -c '12345678901234567890, "huge": 1e400,$' knowledge-graph.json
grep -c '"price": 1.10, "exact": 0.10000000000000000001, "zero": -0, "exp": 1E+2' knowledge-graph.json
grep -c '{"id": 98765432109876543210, "ratio": 2.50, "big": 7e999}' knowledge-graph.json
