#!/bin/sh
# Three shares as a Slurm array, and what tells whether all is done:
#     rm -f shard-*.jsonl
#     sbatch --wait slurm.sh
#     animconv batch merge shard-*.jsonl --expect build.json --missing missing.jsonl --report all.jsonl
#SBATCH --job-name=animconv
#SBATCH --array=1-3
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --signal=B:TERM@60
set -u
tries=${SLURM_RESTART_COUNT:-0}
jobs=$SLURM_CPUS_PER_TASK
# Killed, as for its memory: the next try takes half of the threads.
if [ "$tries" -gt 0 ]; then jobs=$(((jobs + 1) / 2)); fi
animconv batch build.json --quiet --shard auto --jobs "$jobs" \
  --report "shard-$SLURM_ARRAY_TASK_ID.jsonl" &
process=$!
# Slurm tells the script that its time ends; the batch ends with its conversions and exits with 74.
trap 'kill -TERM "$process"' TERM
wait "$process"
code=$?
# A signal ends the first wait early.
if [ "$code" -eq 143 ] && kill -0 "$process" 2>/dev/null; then
  wait "$process"
  code=$?
fi
# 74 may pass: a disk was full, time was up. 1 would fail again.
if { [ "$code" -eq 74 ] || [ "$code" -eq 137 ]; } && [ "$tries" -lt 3 ]; then
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
exit "$code"
