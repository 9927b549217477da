#!/bin/sh
# One share of what lies in a bucket: sh bucket.sh K N, with BUCKET as rclone names it (s3:animations).
# Only the share's own inputs are fetched. Outputs go back before the report, so that a report tells
# of nothing that is not there; afterwards
#     rclone copy "$BUCKET/reports" reports && animconv batch merge reports/*.jsonl
set -eu
rclone lsf --recursive --files-only --include 'in/**' "$BUCKET" | LC_ALL=C sort > list
animconv batch --files-from list --out dist --container mp4 --crf 23 --name '{stem}.{ext}' \
  --shard "$1/$2" --list --json | sed 's/^{"unit": "[^"]*", "input": "\([^"]*\)".*/\1/' > own
rclone copy --files-from-raw own "$BUCKET" .
code=0
animconv batch --files-from list --out dist --container mp4 --crf 23 --name '{stem}.{ext}' \
  --shard "$1/$2" --quiet --report "shard-$1.jsonl" || code=$?
rclone copy --exclude '.animconv-batch/**' dist "$BUCKET/out"
rclone copy "shard-$1.jsonl" "$BUCKET/reports"
exit "$code"
