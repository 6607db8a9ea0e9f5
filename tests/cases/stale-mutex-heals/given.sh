mkdir .kg-merge.lock
