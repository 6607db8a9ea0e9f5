echo '{"elsewhere": 1}' >../elsewhere.json
ln -s ../elsewhere.json knowledge-graph.json
