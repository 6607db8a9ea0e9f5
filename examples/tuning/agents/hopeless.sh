#!/bin/sh
# An agent that does the least it can get away with: whatever it is asked, its answer is no answer.
cat > /dev/null
echo "All good!"
