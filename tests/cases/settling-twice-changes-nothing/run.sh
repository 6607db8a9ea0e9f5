settle
cp knowledge-graph.json once.json
touch a.kg.lock
settle
cmp once.json knowledge-graph.json
ls .artifactd/generations | wc -l >generations
