"""What the figures were measured on and with."""
import datetime
import json
import os
import platform
import subprocess

import settings


def describe(binary, options):
    with open("/proc/cpuinfo") as file:
        model = next((line.split(":", 1)[1].strip() for line in file if "model name" in line),
                     platform.machine())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "machine": "%s, %d cores, %.0f GiB, load %.1f" % (
            model, len(os.sched_getaffinity(0)), memory, os.getloadavg()[0]),
        "system": "%s %s" % (platform.system(), platform.release()),
        "animconv": version([binary, "--version"]),
        "ffmpeg": version([settings.tool("ffmpeg"), "-version"]),
        "convert": version([settings.tool("convert"), "-version"]),
        "gifsicle": version([settings.tool("gifsicle"), "--version"]),
        "scale": options.scale,
        "runs": options.runs,
    }


def version(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return (done.stdout.splitlines() or ["unknown"])[0]


def write_json(path, about, results, goals):
    cases = [{"name": r.name, "title": r.title, "contestants": [vars(c) for c in r.contestants]}
             for r in results]
    judged = [{**vars(goal), "met": goal.met} for goal in goals]
    with open(path, "w") as file:
        json.dump({"about": about, "cases": cases, "goals": judged}, file, indent=1)
        file.write("\n")
