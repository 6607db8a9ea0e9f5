mkdir a.kg.lock
