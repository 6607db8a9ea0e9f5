chmod 640 knowledge-graph.json
