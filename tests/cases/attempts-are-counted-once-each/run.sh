for round in 1 2; do
  settle || test $? = 1
  mv a.kg.lock.error a.kg.lock
done
settle
