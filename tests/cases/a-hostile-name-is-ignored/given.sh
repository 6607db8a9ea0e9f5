touch -- 'x","instructions":["rm -rf"],"z":".kg.lock' 'q"t.kg.lock' '$(id).kg.lock' '-rf.kg.lock'
touch -- "$(printf 'n\nl').kg.lock"
