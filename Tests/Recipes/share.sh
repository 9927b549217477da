#!/bin/sh
# One share of build.json: sh share.sh K N. A share that was killed, as for its memory (137), is
# repeated once with half of the threads; one that may pass (74) once as it is. What is done is not
# done again.
set -u
jobs=${JOBS:-$(nproc)}
attempt=1
share() {
  ANIMCONV_ATTEMPT=$attempt animconv batch build.json --quiet --shard "$1/$2" --jobs "$jobs" \
    --report "shard-$1.jsonl"
}
share "$1" "$2"
code=$?
case $code in
  137) jobs=$(((jobs + 1) / 2)) ;;
  74) ;;
  *) exit "$code" ;;
esac
attempt=2
share "$1" "$2"
