"""The recipes for fleets, run by their engines: whole, and with a process killed in the middle.

Installs what it lacks (as root): Slurm, Snakemake, GNU parallel, nginx, rclone and Groovy from Debian;
Dask, Ray, an S3 server (moto) and Kubernetes' client from PyPI, into an environment of its own. 200
inputs with each engine; then --runs (default 30) with fewer inputs, in each of which one process of
animconv is killed at a random moment, a worker as well as a merge. Exit 0 means that every output is
there with the bytes of a single run, and no run leaves anything else under an output's name.

Three engines cannot be had without an account, a cluster or a download besides packages, and nobody
runs their recipes here. Those for AWS Batch and Kubernetes are compared with the models of these
interfaces: the names of members, their types, and what must be there. Nextflow has no such model;
Groovy, which its language is made of, parses the recipe, and that is all that is known of it.
"""
import contextlib
import glob
import http.server
import json
import os
import random
import shutil
import signal
import socket
import socketserver
import subprocess
import threading
import time
import urllib.error
import urllib.request

import gif
import inputs
import process
import rules
import settings
from checks import recipes

RUNS = 30
WHOLE, KILLED = 200, 24
DEBIAN = {"sbatch": "slurm-wlm", "munged": "munge", "snakemake": "snakemake",
          "parallel": "parallel", "nginx": "nginx-core", "rclone": "rclone", "groovy": "groovy"}
PYPI = {"distributed": "dask[distributed]", "ray": "ray", "moto": "moto[server]",
        "prometheus_client": "prometheus_client", "kubernetes": "kubernetes", "yaml": "pyyaml"}
ENVIRONMENT = os.environ.get(
    "ANIMCONV_FLEET_PYTHON", os.path.expanduser("~/.cache/animconv-fleet"))


def check(tally, binary, options):
    chosen = [name for name in ENGINES if options.only in name]
    install(tally)
    with rules.scratch() as folder:
        os.chmod(folder, 0o755)
        commands = os.path.join(folder, "bin")
        os.mkdir(commands)
        # A copy, by which the processes of these runs are known wherever an engine lets them work.
        binary = shutil.copy2(binary, os.path.join(commands, "animconv"))
        os.environ["PATH"] = os.pathsep.join(
            [commands, os.path.join(ENVIRONMENT, "bin"), os.environ["PATH"], "/usr/sbin"])
        process.ENVIRONMENT["PATH"] = os.environ["PATH"]
        single = {}
        wanted = {}
        for count in (WHOLE, KILLED):
            place = site(folder, "single-%d" % count, count)
            ended = process.run(["animconv", "batch", "build.json", "-q"], cwd=place, timeout=600)
            tally.check("a single run of %d" % count, rules.clean_ending(ended, {0}))
            single[count], wanted[count] = ended.wall, outputs(place)
        for name in chosen:
            with contextlib.ExitStack() as stack:
                try:
                    engine = ENGINES[name](folder, stack)
                except (OSError, RuntimeError, subprocess.SubprocessError) as error:
                    tally.check(name, "cannot be had here: %s" % error)
                    continue
                drive(tally, name, folder, binary, engine, single, wanted, options)
        for name, recipe in COMPARED.items():
            if options.only in name:
                compare(tally, name, *recipe)
        if options.only in "cache":
            shared_cache(tally, folder, wanted[KILLED])


def drive(tally, name, folder, binary, engine, single, wanted, options):
    """One whole run, which is timed, and those with kills."""
    place = site(folder, name + "-whole", WHOLE)
    began = time.monotonic()
    code, message = engine(place)
    wall = time.monotonic() - began
    tally.check("%s, %d inputs" % (name, WHOLE), verdict(place, code, message, wanted[WHOLE], True))
    tally.figure("%s: s" % name, round(wall, 2))
    tally.figure("%s: ms over a single run, per unit" % name,
                 round((wall - single[WHOLE]) / WHOLE * 1000, 1))
    randomness = random.Random(options.seed)
    lasted = wall / WHOLE * KILLED + 1
    hits = 0
    for run in range(options.runs or RUNS):
        place = site(folder, "%s-%d" % (name, run), KILLED)
        with Killer(binary, randomness.uniform(0, lasted)) as killer:
            began = time.monotonic()
            code, message = engine(place)
            lasted = time.monotonic() - began
        hits += bool(killer.killed)
        problems = verdict(place, code, message, wanted[KILLED], False)
        if code != 0:
            code, message = engine(place)
            problems += ["again: " + p for p in verdict(place, code, message, wanted[KILLED], True)]
        tally.check("%s, kill %d of %s" % (name, run, killer.killed), problems)
        shutil.rmtree(place)
    tally.check("%s, processes were killed" % name, None if hits else "none was found in any run")
    tally.figure("%s: killed" % name, "%d/%d" % (hits, options.runs or RUNS))


class Killer:
    """Kills one process of a binary, at a moment or as soon as one is there after it."""

    def __init__(self, binary, moment):
        self.binary, self.moment = os.path.realpath(binary), moment
        self.killed = ""
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.run)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        self.thread.join()

    def run(self):
        self.ends.wait(self.moment)
        while not self.ends.is_set():
            for pid in self.candidates():
                try:
                    with open("/proc/%d/cmdline" % pid, "rb") as file:
                        words = file.read().split(b"\0")
                    os.kill(pid, signal.SIGKILL)
                except OSError:
                    continue
                self.killed = b" ".join(words[1:3]).decode() or "a process"
                return
            self.ends.wait(0.005)

    def candidates(self):
        found = []
        for entry in os.listdir("/proc"):
            try:
                if entry.isdigit() and os.readlink("/proc/%s/exe" % entry) == self.binary:
                    found.append(int(entry))
            except OSError:
                pass
        random.shuffle(found)
        return found


def verdict(place, code, message, wanted, must_succeed):
    """What must hold after any run."""
    found = outputs(place)
    problems = []
    wrong = [name for name in found if found[name] != wanted.get(name)]
    if wrong:
        problems.append("not the bytes of a single run: %s" % wrong[:3])
    if code == 0 and found.keys() != wanted.keys():
        problems.append("exit 0 with %d of %d outputs" % (len(found), len(wanted)))
    if must_succeed and code != 0:
        problems.append("exit %s: %s" % (code, message[-400:]))
    return problems


def outputs(place):
    """Digests of the outputs by name."""
    return {os.path.basename(path): rules.digest(path)
            for path in glob.glob(os.path.join(place, "dist", "*.mp4"))}


def site(folder, name, count):
    """Inputs of different lengths, build.json, and the recipes."""
    place = os.path.join(folder, name.replace(" ", "-"))
    os.makedirs(os.path.join(place, "assets"))
    palette = [(n * 2, 255 - n * 2, n) for n in range(127)]
    for number in range(count):
        side = 24 + number % 17
        frames = [(bytes((x * y + number + n * 5) % 127 for y in range(side) for x in range(side)),
                   4 + n, 1, False) for n in range(3 + number % 5)]
        inputs.write(os.path.join(place, "assets", "%d.gif" % number),
                     gif.build(side, side, palette, frames))
    for recipe in os.listdir(recipes.RECIPES):
        shutil.copy(os.path.join(recipes.RECIPES, recipe), place)
    return place


def install(tally):
    """What is not here, from Debian and PyPI."""
    path = os.environ["PATH"] + os.pathsep + "/usr/sbin"
    missing = sorted({package for tool, package in DEBIAN.items()
                      if not shutil.which(tool, path=path)})
    commands = []
    if missing:
        commands += [["apt-get", "update", "-q"],
                     ["apt-get", "install", "-y", "-q", "--no-install-recommends", *missing]]
    python = os.path.join(ENVIRONMENT, "bin", "python3")
    if not os.path.exists(python):
        commands.append(["python3", "-m", "venv", ENVIRONMENT])
    lacks = [package for module, package in PYPI.items() if not glob.glob(
        os.path.join(ENVIRONMENT, "lib", "python3*", "site-packages", module))]
    if lacks:
        commands.append([python, "-m", "pip", "install", "-q", *lacks])
    for command in commands:
        ended = subprocess.run(command, capture_output=True, text=True,
                               env=dict(os.environ, DEBIAN_FRONTEND="noninteractive"))
        if ended.returncode:
            tally.check(" ".join(command[:4]), ended.stderr[-300:])


def run(command, place, timeout=300, **more):
    """Exit code and what was said."""
    try:
        ended = subprocess.run(command, cwd=place, capture_output=True, text=True,
                               errors="replace", timeout=timeout,
                               env=environment(**more))
    except subprocess.TimeoutExpired:
        return -1, "no end after %d s" % timeout
    return ended.returncode, ended.stderr + ended.stdout


def environment(**more):
    """Nothing of this machine's access to clouds, and no proxy before loopback."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    return dict(own, SWIFT_BACKTRACE="enable=no", no_proxy="127.0.0.1", NO_PROXY="127.0.0.1", **more)


# Each engine is started once; what it returns does everything in a folder and says how it ended.

def gnu_parallel(folder, stack):
    return lambda place: run(["sh", "parallel.sh"], place, JOBS="1")


def snakemake(folder, stack):
    def everything(place):
        # What Snakemake takes for done stays so; a run begins anew.
        for report in glob.glob(os.path.join(place, "*.jsonl")):
            os.remove(report)
        return run(["snakemake", "--cores", "2", "--quiet", "--nolock"], place,
                   HOME=folder, XDG_CACHE_HOME=os.path.join(folder, "cache"))
    return everything


def dask(folder, stack):
    python = os.path.join(ENVIRONMENT, "bin", "python3")
    return lambda place: run([python, "dask_shares.py", "3"], place)


def ray(folder, stack):
    """One cluster for all runs, as it would be; drivers come and go."""
    tool = os.path.join(ENVIRONMENT, "bin", "ray")
    port = recipes.free_port()
    code, message = run([tool, "start", "--head", "--port", str(port), "--num-cpus", "2",
                         "--include-dashboard=false", "--temp-dir", "/tmp/animconv-ray",
                         "--object-store-memory", "100000000"], folder)
    if code:
        raise RuntimeError(message[-300:])
    stack.callback(run, [tool, "stop", "--force"], folder)

    def everything(place):
        files = sorted(glob.glob(os.path.join(place, "assets", "*.gif")))
        return run([os.path.join(ENVIRONMENT, "bin", "python3"), "ray_actors.py",
                    os.path.join(place, "dist"), *files], place,
                   RAY_ADDRESS="127.0.0.1:%d" % port)
    return everything


def slurm(folder, stack):
    place = os.path.join(folder, "cluster")
    os.mkdir(place)
    stack.enter_context(recipes.cluster(place))

    def everything(place):
        for report in glob.glob(os.path.join(place, "shard-*.jsonl")):
            os.remove(report)
        submitted = run(["sbatch", "--wait", "slurm.sh"], place)
        # A requeued task outlives --wait.
        end = time.monotonic() + 120
        while time.monotonic() < end and run(["squeue", "-h"], place)[1].strip():
            time.sleep(0.3)
        reports = sorted(glob.glob(os.path.join(place, "shard-*.jsonl")))
        if not reports:
            return 74, submitted[1]
        return run(["animconv", "batch", "merge", *map(os.path.basename, reports), "--expect",
                    "build.json", "--report", "all.jsonl"], place)
    return everything


def bucket(folder, stack):
    """A bucket of an S3 server on loopback; every share works in a folder of its own."""
    port = recipes.free_port()
    server = subprocess.Popen([os.path.join(ENVIRONMENT, "bin", "moto_server"), "-H", "127.0.0.1",
                               "-p", str(port)], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    stack.callback(server.wait)
    stack.callback(server.terminate)
    wait_for(port)
    s3 = {"RCLONE_CONFIG_S3_TYPE": "s3", "RCLONE_CONFIG_S3_PROVIDER": "Other",
          "RCLONE_CONFIG_S3_ENDPOINT": "http://127.0.0.1:%d" % port,
          "RCLONE_CONFIG_S3_ACCESS_KEY_ID": "key", "RCLONE_CONFIG_S3_SECRET_ACCESS_KEY": "secret",
          "RCLONE_CONFIG_S3_FORCE_PATH_STYLE": "true", "RCLONE_CONFIG": "/dev/null"}
    serial = iter(range(10_000))

    def everything(place):
        name = "s3:site%d" % next(serial)
        code, message = run(["rclone", "mkdir", name], place, **s3)
        if code == 0:
            code, message = run(["rclone", "copy", "assets", name + "/in"], place, **s3)
        if code:
            return code, message
        for share in "123":
            machine = os.path.join(place, "machine" + share)
            os.makedirs(machine, exist_ok=True)
            run(["sh", os.path.join(recipes.RECIPES, "bucket.sh"), share, "3"], machine,
                BUCKET=name, **s3)
        run(["rclone", "copy", name + "/reports", "reports"], place, **s3)
        run(["rclone", "copy", name + "/out", "dist"], place, **s3)
        reports = sorted(glob.glob(os.path.join(place, "reports", "*.jsonl")))
        if not reports:
            return 74, "no report"
        return run(["animconv", "batch", "merge", *reports, "--report", "all.jsonl"], place)
    return everything


ENGINES = {"parallel": gnu_parallel, "slurm": slurm, "snakemake": snakemake, "dask": dask,
           "ray": ray, "bucket": bucket}


# Recipes whose engines are not here. Each program ends with what is wrong with a file; none would be
# worth anything that does not find fault with a broken one.

# What SubmitJob of AWS Batch takes, as the model of its interface in botocore says.
SUBMISSION = """
import json, sys
import botocore.session, botocore.validate
model = botocore.session.get_session().get_service_model("batch")
shape = model.operation_model("SubmitJob").input_shape
with open(sys.argv[1]) as file:
    report = botocore.validate.ParamValidator().validate(json.load(file), shape)
sys.exit(report.generate_report() or 0)
"""

# What a job of batch/v1 has, as Kubernetes' client says, which is made from its schema.
MANIFEST = """
import sys
import yaml
from kubernetes import client

PLAIN = {"str": str, "int": int, "bool": bool, "float": float, "object": object}

def faults(value, kind, place):
    if kind.lower().startswith("list["):
        if not isinstance(value, list):
            return [place + " is no list"]
        return [fault for i, each in enumerate(value)
                for fault in faults(each, kind[5:-1], "%s[%d]" % (place, i))]
    if kind.lower().startswith("dict"):
        return [fault for key, each in value.items()
                for fault in faults(each, kind[5:-1].split(", ")[1], place + "." + key)]
    if kind in PLAIN:
        right = isinstance(value, PLAIN[kind]) and not (kind == "int" and value is True)
        return [] if right else ["%s is no %s: %r" % (place, kind, value)]
    model = getattr(client, kind)
    members = {key: name for name, key in model.attribute_map.items()}
    found = ["%s has no %s" % (kind, key) for key in value if key not in members]
    known = {members[key]: each for key, each in value.items() if key in members}
    try:
        model(**known)
    except ValueError as error:
        found.append("%s: %s" % (place, error))
    return found + [fault for name, each in known.items()
                    for fault in faults(each, model.openapi_types[name], place + "." + name)]

with open(sys.argv[1]) as file:
    sys.exit("\\n".join(faults(yaml.safe_load(file), "V1Job", "job")) or 0)
"""

# Whether Groovy can parse it.
SCRIPT = """
import org.codehaus.groovy.control.*
def unit = new CompilationUnit()
unit.addSource(new File(args[0]))
unit.compile(Phases.CONVERSION)
"""

PYTHON = os.path.join(ENVIRONMENT, "bin", "python3")
# The recipe, the command that looks at it, and what breaks it.
COMPARED = {
    "aws-batch": ("aws-batch.json", [PYTHON, "-c", SUBMISSION], ("\"size\"", "\"sizes\"")),
    "kubernetes": ("kubernetes.yaml", [PYTHON, "-c", MANIFEST],
                   ("backoffLimitPerIndex: 3", "backoffLimitPerIndex: often")),
    "nextflow": ("main.nf", ["groovy", "-e", SCRIPT], ("workflow {", "workflow {{(")),
}


def compare(tally, name, recipe, command, change):
    path = os.path.join(recipes.RECIPES, recipe)
    code, message = run([*command, path], "/")
    tally.check("%s is well-formed" % recipe, message[-400:] if code else None)
    with rules.scratch() as folder, open(path) as file:
        text = file.read()
        broken = inputs.write(os.path.join(folder, recipe), text.replace(*change, 1).encode())
        code, message = run([*command, broken], "/")
    tally.check("%s, broken, is not" % recipe, None if code else "nothing was found")


# The cache that machines share, with nginx and through a proxy with faults.

NGINX = """daemon off; worker_processes 1; pid %(place)s/pid; error_log /dev/null crit; user root;
events { worker_connections 64; }
http {
  access_log off; client_max_body_size 1g;
  client_body_temp_path %(place)s/body; proxy_temp_path %(place)s/t; fastcgi_temp_path %(place)s/t;
  uwsgi_temp_path %(place)s/t; scgi_temp_path %(place)s/t;
  server {
    listen 127.0.0.1:%(port)d; root %(place)s/data;
    location / { dav_methods PUT; create_full_put_path on; }
  }
}
"""


def shared_cache(tally, folder, wanted):
    place = os.path.join(folder, "nginx")
    os.makedirs(os.path.join(place, "data"))
    port = recipes.free_port()
    config = inputs.write(os.path.join(place, "conf"),
                          (NGINX % {"place": place, "port": port}).encode())
    server = subprocess.Popen(["nginx", "-c", config], stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        address = "http://127.0.0.1:%d/shared" % port
        cold = converted(folder, "cold", address)
        tally.check("cache: filled", problems_of(*cold, wanted, cached=0))
        warm = converted(folder, "warm", address)
        tally.check("cache: used", problems_of(*warm, wanted, cached=KILLED))
        for fault in ("slow", "wrong bytes", "500", "cut off", "hangs up", "wrong action"):
            with Proxy(port, fault) as proxy:
                ended = converted(folder, fault, "http://127.0.0.1:%d/shared" % proxy)
            tally.check("cache: " + fault, problems_of(*ended, wanted, cached=0))
        ended = converted(folder, "nobody there", "http://127.0.0.1:%d" % recipes.free_port())
        tally.check("cache: nobody there", problems_of(*ended, wanted, cached=0))
        # What wrong answers and cut off PUTs have left there is not believed either.
        tally.check("cache: afterwards", problems_of(
            *converted(folder, "afterwards", address), wanted, cached=None))
        tally.figure("cache: cold s", round(cold[1].wall, 2))
        tally.figure("cache: warm s", round(warm[1].wall, 2))
    finally:
        server.terminate()
        server.wait()


def converted(folder, name, address):
    place = site(folder, "cache-" + name, KILLED)
    return place, process.run(
        ["animconv", "batch", "build.json", "-q", "--report", "r.jsonl", "--cache", address],
        cwd=place, timeout=300)


def problems_of(place, ended, wanted, cached):
    with open(os.path.join(place, "r.jsonl")) as file:
        told = sum(json.loads(line).get("cached", False) for line in file)
    return [*verdict(place, ended.code, ended.message, wanted, True),
            None if cached in (None, told) else "%d from the cache, not %d" % (told, cached),
            None if told or not ended.err or ended.err.count(b"\n") == 1
            else "not one warning: %r" % ended.err[:300]]


class Proxy:
    """Answers as the server does, but for one fault."""

    def __init__(self, port, fault):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_PUT(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if fault == "hangs up":
                    self.close_connection = True
                    return
                if fault == "500":
                    return self.answer(500, b"no")
                request = urllib.request.Request(
                    "http://127.0.0.1:%d%s" % (port, self.path), body, method="PUT")
                with urllib.request.urlopen(request) as reply:
                    self.answer(reply.status, b"")

            def do_GET(self):
                if fault == "500":
                    return self.answer(500, b"no")
                if fault == "hangs up":
                    self.close_connection = True
                    return
                try:
                    with urllib.request.urlopen(
                            "http://127.0.0.1:%d%s" % (port, self.path)) as reply:
                        body = reply.read()
                except urllib.error.HTTPError as error:
                    return self.answer(error.code, b"")
                if fault == "wrong bytes" and "/cas/" in self.path:
                    body = bytes([body[0] ^ 1]) + body[1:]
                if fault == "wrong action" and "/ac/" in self.path:
                    body = body[:len(body) // 2] + b"\xff" + body[len(body) // 2 + 1:]
                self.answer(200, body)

            def answer(self, status, body):
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if fault == "cut off" and len(body) > 10:
                    self.wfile.write(body[:len(body) // 2])
                    self.close_connection = True
                elif fault == "slow" and body:
                    for byte in body[:40]:
                        self.wfile.write(bytes([byte]))
                        time.sleep(0.5)
                    self.close_connection = True
                else:
                    self.wfile.write(body)

        class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass

        self.server = Server(("127.0.0.1", 0), Handler)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self.server.server_address[1]

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def wait_for(port):
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise RuntimeError("no server at port %d" % port)
