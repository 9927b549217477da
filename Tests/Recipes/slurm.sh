#!/bin/sh
# Three shares as a Slurm array: sbatch slurm.sh; afterwards
#     animconv batch merge shard-*.jsonl --report all.jsonl
#SBATCH --job-name=animconv
#SBATCH --array=1-3
#SBATCH --cpus-per-task=2
#SBATCH --requeue
set -u
animconv batch build.json --quiet --shard auto --jobs "$SLURM_CPUS_PER_TASK" \
  --report "shard-$SLURM_ARRAY_TASK_ID.jsonl"
code=$?
# 74 may pass: a disk was full, a file was just being written. 1 would fail again.
if [ "$code" -eq 74 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ]; then
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
exit "$code"
