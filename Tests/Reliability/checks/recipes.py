"""The recipes for many machines: GNU parallel over ssh, a Slurm array, a Kubernetes manifest."""
import contextlib
import os
import shutil
import socket
import subprocess
import time

import inputs
import process
import rules
import settings

RECIPES = os.path.join(settings.PACKAGE, "Tests", "Recipes")
COUNT = 12


def check(tally, binary, options):
    with rules.scratch() as folder:
        os.chmod(folder, 0o755)
        commands = os.path.join(folder, "bin")
        os.mkdir(commands)
        os.symlink(binary, os.path.join(commands, "animconv"))
        path = commands + os.pathsep + os.environ["PATH"]
        for name, recipe in {"parallel over ssh": over_ssh, "slurm": slurm}.items():
            place = os.path.join(folder, name.split()[0])
            tree(place)
            tally.check(name, recipe(place, path))
        tally.check("kubernetes", kubernetes())


def tree(place):
    """Inputs, two of them broken, and the recipes."""
    os.makedirs(os.path.join(place, "assets"))
    for i in range(COUNT):
        inputs.small(os.path.join(place, "assets"), "%d.gif" % i)
    for name in ("x.gif", "y.gif"):
        inputs.write(os.path.join(place, "assets", name), b"no picture")
    for name in os.listdir(RECIPES):
        shutil.copy(os.path.join(RECIPES, name), place)


def outcome(place, code, message):
    """The 12 outputs, and a merged report that names the two failures."""
    out = os.path.join(place, "dist")
    names = sorted(n for n in os.listdir(out) if n.endswith(".mp4")) if os.path.isdir(out) else []
    wanted = "animconv: %d written, 0 unchanged, 2 failed" % COUNT
    return [None if code == 1 else "exit %d: %s" % (code, message[-300:]),
            None if len(names) == COUNT else "outputs: %s" % names,
            None if wanted in message else "says: " + message[-300:]]


def over_ssh(place, path):
    """GNU parallel to this machine through a server of ssh that is started for it."""
    tools = {name: shutil.which(name, path="/usr/sbin:" + path)
             for name in ("parallel", "sshd", "ssh", "ssh-keygen")}
    missing = [name for name, tool in tools.items() if not tool]
    if missing:
        return "not installed: " + ", ".join(missing)
    os.makedirs("/run/sshd", exist_ok=True)
    for key in ("host", "user"):
        subprocess.run([tools["ssh-keygen"], "-q", "-t", "ed25519", "-N", "", "-f",
                        os.path.join(place, key)], check=True)
    port = free_port()
    config = inputs.write(os.path.join(place, "sshd_config"), (
        "Port %d\nListenAddress 127.0.0.1\nHostKey %s/host\nAuthorizedKeysFile %s/user.pub\n"
        "StrictModes no\nUsePAM no\nPidFile none\nPermitRootLogin yes\nSetEnv PATH=%s\n"
        % (port, place, place, path)).encode())
    server = subprocess.Popen([tools["sshd"], "-D", "-e", "-f", config],
                              stderr=subprocess.DEVNULL)
    try:
        time.sleep(1)
        login = ("%s -p %d -i %s/user -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null"
                 " -o LogLevel=ERROR 127.0.0.1" % (tools["ssh"], port, place))
        script = os.path.join(place, "parallel.sh")
        with open(script) as file:
            text = file.read()
        changed = text.replace("parallel --jobs 3",
                               "parallel --jobs 3 -S '2/%s' --workdir ." % login)
        if changed == text:
            return "the script has no place for -S"
        inputs.write(script, changed.encode())
        ended = process.run(["env", "PATH=" + path, "sh", script], cwd=place,
                            timeout=120)
        return outcome(place, ended.code, ended.message)
    finally:
        server.terminate()
        server.wait()


def slurm(place, path):
    """A cluster of this one machine, started for it; needs root."""
    try:
        with cluster(place, path) as environment:
            submitted = subprocess.run(
                ["sbatch", "--wait", "slurm.sh"], cwd=place, env=environment, capture_output=True,
                text=True, timeout=120)
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        return str(error)
    reports = sorted(n for n in os.listdir(place) if n.endswith(".jsonl"))
    if len(reports) != 3:
        return "reports: %s; sbatch: %s" % (reports, submitted.stderr)
    merged = process.run(["env", "PATH=" + path, "animconv", "batch", "merge", *reports],
                         cwd=place, timeout=60)
    return outcome(place, merged.code, merged.message)


@contextlib.contextmanager
def cluster(place, path=None):
    """Slurm on this one machine, with its state in a folder; needs root. The environment of its
    commands, which is that of this process, too, meanwhile."""
    path = path or os.environ["PATH"]
    tools = {name: shutil.which(name, path="/usr/sbin:" + path)
             for name in ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol")}
    missing = [name for name, tool in tools.items() if not tool]
    if missing:
        raise RuntimeError("not installed: " + ", ".join(missing))
    host = socket.gethostname().split(".")[0]
    munge = os.path.join(place, "munge.socket")
    configuration = {
        "ClusterName": "one", "SlurmctldHost": host + "(127.0.0.1)", "AuthType": "auth/munge",
        "AuthInfo": "socket=" + munge, "CredType": "cred/munge", "SlurmUser": "root",
        "SlurmdUser": "root", "StateSaveLocation": place + "/state",
        "SlurmdSpoolDir": place + "/spool", "SlurmctldPidFile": place + "/ctld.pid",
        "SlurmdPidFile": place + "/d.pid", "ProctrackType": "proctrack/linuxproc",
        "TaskPlugin": "task/none", "SwitchType": "switch/none", "MpiDefault": "none",
        "ReturnToService": "2", "SelectType": "select/cons_tres", "SelectTypeParameters": "CR_Core",
        "SchedulerParameters": "sched_interval=1,bf_interval=1", "MinJobAge": "300",
        "SlurmctldPort": free_port(), "SlurmdPort": free_port(),
        "NodeName": "%s NodeAddr=127.0.0.1 CPUs=%d State=UNKNOWN" % (host, os.cpu_count()),
        "PartitionName": "all Nodes=ALL Default=YES MaxTime=INFINITE State=UP"}
    file = inputs.write(os.path.join(place, "slurm.conf"), "".join(
        "%s=%s\n" % pair for pair in configuration.items()).encode())
    for name in ("state", "spool"):
        os.mkdir(os.path.join(place, name))
    key = inputs.write(os.path.join(place, "munge.key"), os.urandom(128))
    os.chmod(key, 0o600)
    environment = dict(os.environ, SLURM_CONF=file, PATH=path)
    before = os.environ.get("SLURM_CONF")
    os.environ["SLURM_CONF"] = file
    daemons = [subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL) for command in (
        [tools["munged"], "-F", "--force", "--key-file=" + key, "--socket=" + munge,
         "--pid-file=%s/munge.pid" % place, "--log-file=%s/munge.log" % place,
         "--seed-file=%s/munge.seed" % place],)]
    try:
        time.sleep(1)
        for name in ("slurmctld", "slurmd"):
            daemons.append(subprocess.Popen([tools[name], "-D"], env=environment,
                                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            time.sleep(2)
        yield environment
    finally:
        if before is None:
            del os.environ["SLURM_CONF"]
        for daemon in reversed(daemons):
            daemon.terminate()
            daemon.wait()


def kubernetes():
    """What the interface of batch/v1 wants of an indexed job, as far as it can be told here."""
    try:
        import yaml
    except ImportError:
        return "python3-yaml is not installed"
    with open(os.path.join(RECIPES, "kubernetes.yaml")) as file:
        job = yaml.safe_load(file)
    spec = job["spec"]
    pod = spec["template"]["spec"]
    container = pod["containers"][0]
    rule = spec["podFailurePolicy"]["rules"][0]
    variables = {e["name"]: e["value"] for e in container["env"]}
    volumes = {v["name"] for v in pod["volumes"]}
    wanted = {
        "a job of batch/v1": (job["apiVersion"], job["kind"]) == ("batch/v1", "Job"),
        "an indexed job": spec["completionMode"] == "Indexed",
        "the number of shares": variables["JOB_COMPLETIONS"] == str(spec["completions"]),
        "tries of each index need pods that are not restarted":
            pod["restartPolicy"] == "Never" and spec["backoffLimitPerIndex"] > 0,
        "a rule about this container": rule["onExitCodes"]["containerName"] == container["name"],
        "codes in order, without 0 and what may pass": rule["onExitCodes"]["values"]
            == sorted(set(rule["onExitCodes"]["values"]) - {0, rules.INPUT_OUTPUT}),
        "volumes that are there": all(m["name"] in volumes for m in container["volumeMounts"]),
    }
    return ["not met: " + text for text, holds in wanted.items() if not holds]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
