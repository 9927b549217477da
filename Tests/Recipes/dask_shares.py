"""Shares as tasks of Dask: python3 dask_shares.py [SHARES] [ADDRESS-OF-A-SCHEDULER]

Workers see this folder. A task whose process was killed, or that may pass, is repeated, as is one
whose worker is gone.
"""
import os
import subprocess
import sys

from distributed import Client, LocalCluster


def share(number, count):
    report = "shard-%d.jsonl" % number
    ended = subprocess.run(
        ["animconv", "batch", "build.json", "--quiet", "--shard", "%d/%d" % (number, count),
         "--jobs", "1", "--report", report])
    # 0, or 1 for damaged inputs, which would be so again; the merge says which.
    if ended.returncode not in (0, 1):
        raise RuntimeError("share %d/%d ended with %d" % (number, count, ended.returncode))
    return report


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    for number in range(1, count + 1):
        if os.path.exists("shard-%d.jsonl" % number):
            os.remove("shard-%d.jsonl" % number)
    where = sys.argv[2] if len(sys.argv) > 2 else LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None)
    with Client(where) as client:
        numbers = range(1, count + 1)
        tasks = client.map(share, numbers, [count] * count, pure=False, retries=3)
        reports = [report for report in client.gather(tasks, errors="skip")]
    sys.exit(subprocess.run(
        ["animconv", "batch", "merge", *reports, "--expect", "build.json", "--report", "all.jsonl"]
    ).returncode if reports else 74)


if __name__ == "__main__":
    main()
