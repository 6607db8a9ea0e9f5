settle
stat -c %a knowledge-graph.json >mode
