#!/bin/sh
# An agent that does the least it can get away with: whatever it is asked, it gives no usable answer.
cat > /dev/null
echo "All good!"
