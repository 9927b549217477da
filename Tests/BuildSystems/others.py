"""Hooks, packages and engines that run animconv in another way than a build system."""
import ast
import json
import os
import re
import subprocess
import types

from place import GUESTS, ORBIT, PACKAGE, UNREADABLE, version


def said(ended, code, *parts):
    """What is wrong with an ending: another exit code, or a text that is missing."""
    status, text, _ = ended
    return ([] if bool(status) == bool(code) else ["ended with %d: %s" % (status, text[-2000:])]) + [
        "'%s' is missing: %s" % (part, text[-2000:]) for part in parts if part not in text]


def pre_commit(place, tally):
    """The hooks of this package, from a repository that has only them."""
    place.environment.update(PRE_COMMIT_HOME=place.path("../home"), GIT_CONFIG_GLOBAL=place.path("../gitconfig"))
    place.write("../gitconfig", "[user]\n\tname = A\n\temail = a@example.com\n[protocol \"file\"]\n\tallow = always\n")
    place.guest("pre-commit", "../hooks/Sources/BuildSystems/pre-commit")
    with open(os.path.join(PACKAGE, ".pre-commit-hooks.yaml")) as file:
        place.write("../hooks/.pre-commit-hooks.yaml", file.read())

    def git(*words, folder="."):
        ended = place.call("git", *words, folder=folder)
        assert ended[0] == 0, ended[1]
        return ended[1].strip()

    for folder in ["../hooks", "."]:
        git("init", "-q", folder=folder)
    git("add", "-A", folder="../hooks")
    git("commit", "-qm", "hooks", folder="../hooks")
    place.write(".pre-commit-config.yaml", """
repos:
  - repo: %s
    rev: %s
    hooks:
      - id: animconv-check
        args: [--preset, slack-emoji]
        files: ^emoji/
      - id: animconv-stale
        args: [build.json]
""" % (os.path.realpath(place.path("../hooks")), git("rev-parse", "HEAD", folder="../hooks")))
    place.write("build.json", '{"out": "dist", "jobs": [{"inputs": "emoji/*.gif", "settings": {"container": "webp"}}]}\n')
    place.animation("emoji/a wave.gif")
    place.animation("other.gif")
    git("add", "-A")
    # In one process, so that the report of each hook is whole.
    hooks = ("pre-commit", "run", "--all-files")

    tally.check("outputs that were never made", said(place.call(*hooks), 1, "dist/a wave.webp (new)", "animconv batch build.json"))
    place.call("animconv", "batch", "build.json", "-q")
    git("add", "-A")
    tally.check("all is well", said(place.call(*hooks), 0, "Passed"))
    git("commit", "-qm", "all")
    git("clone", "-q", ".", "../another clone")
    tally.check("a clone, with other times of files", said(place.call(*hooks, folder="../another clone"), 0, "Passed"))
    place.animation("emoji/a wave.gif", 99)
    git("add", "-A")
    tally.check("a changed input", said(place.call(*hooks), 1, "dist/a wave.webp (input changed)"))
    place.call("animconv", "batch", "build.json", "-q")
    place.call("animconv", "other.gif", "emoji/video.webp", "-q")
    git("add", "-A")
    tally.check("a file that the platform refuses", said(
        place.call("pre-commit", "run", "animconv-check", "--all-files"), 1, "emoji/video.webp", "container"))
    place.write("emoji/video.webp", "no animation\n")
    tally.check("a file that animconv does not read", said(
        place.call("pre-commit", "run", "animconv-check", "--all-files"), 1, UNREADABLE))
    check = os.path.join(GUESTS, "pre-commit/check")
    tally.check("no preset", said(place.call(check, "other.gif"), 1, "args: [--preset, slack-emoji]"))
    tally.check("a preset that does not exist", said(place.call(check, "--preset", "slak", "other.gif"), 1, "slak"))


def npm(place, tally):
    """Scripts of a package that depends on ours by its folder."""
    place.guest("npm", "../npm")
    place.animation("art/a walk.gif")
    place.write("package.json", json.dumps({
        "name": "site", "private": True, "type": "module", "dependencies": {"animconv": "file:../npm"},
        "scripts": {
            "animations": "animconv batch 'art/*.gif' --container webp --out dist",
            "prebuild": "npm run animations", "build": "node build.mjs", "walk": "node walk.mjs"}}))
    place.write("walk.mjs", """
import { AnimConvError, convert } from "animconv";
try {
  const report = await convert(process.argv[2], "walk.png", { layout: "packed", trim: false, data: ["pixi", "aseprite-array"] });
  console.log("outputs", report.outputs.length);
} catch (error) {
  console.log(error instanceof AnimConvError, error.exitCode, error.message);
  process.exitCode = 1;
}
""")
    place.write("build.mjs", """
import { batch, convert } from "animconv";
await convert({ idle: "art/a walk.gif", run: "art/a walk.gif" }, "hero.png", { preset: "pixi" });
console.log("units", (await batch("art/*.gif", { out: "dist2", container: "webp" })).length);
""")
    place.environment["npm_config_cache"] = place.path("../cache")
    install = place.call("npm", "install", "--offline", "--no-audit", "--no-fund")
    tally.check("installing from the folder", said(install, 0))
    tally.check("a script before the build", said(place.call("npm", "run", "build"), 0, "units 1"))
    problems = [name for name in ["dist/a walk.webp", "dist2/a walk.webp", "hero.png", "hero.json"] if not place.content(name)]
    tally.check("its outputs", problems)
    tally.check("nothing to do", said(place.call("npm", "run", "animations"), 0, "0 written, 1 unchanged"))
    tally.check("settings and the report", said(
        place.call("npm", "run", "walk", "--", "art/a walk.gif"), 0, "outputs "))
    with open(place.path("walk.json")) as file:
        frames = json.load(file)["frames"]
    tally.check("a setting that is false", None if not any(frame["trimmed"] for frame in (
        frames.values() if isinstance(frames, dict) else frames)) else "frames are trimmed")
    os.remove(place.path("walk.png"))
    place.write("art/bad.gif", "no animation\n")
    tally.check("a damaged input", said(
        place.call("npm", "run", "walk", "--", "art/bad.gif"), 1, "true 65", UNREADABLE)
        + (["walk.png exists"] if place.content("walk.png") else []))
    tally.check("a batch with a damaged input", said(place.call("npm", "run", "build"), 1, UNREADABLE))
    place.environment["ANIMCONV"] = "/nowhere/animconv"
    tally.check("no animconv", said(
        place.call("npm", "run", "walk", "--", "art/a walk.gif"), 1, "true null", "install animconv"))


class Namespace(types.SimpleNamespace):
    """An object of Bazel's interface, which can be a key."""
    __hash__ = object.__hash__


def bazel(place, tally):
    """The rule as Python, with stand-ins for Bazel's interface; its command is then run. Starlark's grammar is a
    part of Python's, but this does not show that Bazel accepts the file."""
    with open(os.path.join(GUESTS, "bazel/animconv.bzl")) as file:
        text = file.read()
    forbidden = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.While, ast.Try, ast.Raise, ast.With, ast.Global,
                 ast.Nonlocal, ast.Yield, ast.GeneratorExp, ast.Set, ast.SetComp, ast.JoinedStr, ast.NamedExpr, ast.Is)
    tally.check("only what Starlark has", [
        "line %d: %s" % (getattr(node, "lineno", 0), type(node).__name__)
        for node in ast.walk(ast.parse(text)) if isinstance(node, forbidden)])

    rules = []
    attributes = Namespace(**{kind: lambda **words: words for kind in (
        "label", "label_list", "label_keyed_string_dict", "output_list", "string", "string_list")})

    def fail(message):
        raise ValueError(message)

    scope = {
        "attr": attributes, "depset": list, "DefaultInfo": Namespace, "fail": fail,
        "rule": lambda **words: rules.append(words), "repository_rule": lambda **words: lambda **_: None,
        "module_extension": lambda **words: words}
    exec(compile(text, "animconv.bzl", "exec"), scope)

    def run(**given):
        """Analyses a target, and runs its command in a folder that has only the declared inputs, as links."""
        def file(name):
            return Namespace(path=name, dirname=os.path.dirname(name) or ".")

        actions = []
        animations = {
            Namespace(label=name, files=Namespace(to_list=lambda name=name: [file(name)])): value
            for name, value in given.get("animations", {}).items()}
        preset = given.get("preset_file")
        context = Namespace(
            files=Namespace(srcs=[file(name) for name in given.get("srcs", [])],
                            data=[file(name) for name in given.get("data", [])]),
            file=Namespace(preset_file=file(preset) if preset else None),
            attr=Namespace(out=given.get("out", ""), preset=given.get("preset", ""), options=given.get("options", []),
                           animations=animations),
            outputs=Namespace(outs=[file("bazel-out/" + name) for name in given["outs"]]),
            executable=Namespace(_animconv="animconv"), runfiles=lambda files: files,
            actions=Namespace(run=lambda **words: actions.append(words)))
        rules[0]["implementation"](context)
        action, = actions
        folder = place.path("sandbox %d" % len(os.listdir(place.root)))
        os.makedirs(os.path.join(folder, "bazel-out"))
        for source in action["inputs"]:
            os.symlink(place.path(source.path), os.path.join(folder, source.path))
        ended = place.call(action["executable"], *action["arguments"], folder=folder)
        missing = [out.path for out in action["outputs"] if not os.path.exists(os.path.join(folder, out.path))]
        return ended, missing

    place.animation("walk.gif")
    place.animation("run.gif", 30)
    place.preset("small.json", container="mp4", crf=30)
    place.write("bad.gif", "no animation\n")
    for case, given in [
        ("one conversion", {"srcs": ["walk.gif"], "outs": ["walk.mp4"], "preset_file": "small.json"}),
        ("a sheet", {"animations": {"walk.gif": "walk", "run.gif": "run"}, "outs": ["hero.png", "hero.json"],
                     "preset": "pixi"}),
        ("a preset with several outputs", {
            "srcs": ["walk.gif"], "outs": ["w.avif", "w.webp", "w.gif", "w-poster.png"], "out": "w",
            "preset": "web-picture"}),
    ]:
        ended, missing = run(**given)
        tally.check(case, said(ended, 0) + ["%s is missing" % name for name in missing])
    ended, _ = run(srcs=["bad.gif"], outs=["bad.mp4"])
    tally.check("a damaged input", said(ended, 1, UNREADABLE))
    try:
        run(outs=["walk.mp4"])
        tally.check("no input", "it is accepted")
    except ValueError as error:
        tally.check("no input", None if "name an input" in str(error) else str(error))


def godot(place, tally):
    """The command of the import script, and the members of the data that it reads; its grammar if gdparse of
    gdtoolkit is installed."""
    script = os.path.join(GUESTS, "godot/addons/animconv/animconv.gd")
    with open(script) as file:
        text = file.read()
    words = re.findall(r'"([^"]*)"', re.search(r'words.append_array\(\[(.*)\]\)', text)[1])
    ended = place.call("animconv", ORBIT, "walk.sheet.png", "-y", "-q", *words)
    tally.check("the command", said(ended, 0))
    data = json.loads(place.content("walk.sheet.json"))
    used = set(re.findall(r'\["(\w+)"\]', text)) - {"options", "program"}
    present = {"frames", "meta"} | set(data["meta"]) | set(data["frames"][0]) | set(data["frames"][0]["frame"]) \
        | set(data["meta"]["frameTags"][0])
    tally.check("the members that it reads", ["%s is not in the data" % name for name in sorted(used - present)])
    tally.check("an animation of the sheet's name", None if data["meta"]["frameTags"][0]["name"] + ".png"
                == data["meta"]["image"] else str(data["meta"]))
    if version("gdparse", "--version"):
        ended = place.call("gdparse", script)
        tally.check("the grammar", said(ended, 0))
    else:
        print("   skipped: the grammar, because gdparse (gdtoolkit) is not installed")


def unity(place, tally):
    """The import script compiled with Mono, with stand-ins for Unity's interface, and run on a sheet."""
    if not version("mcs", "--version"):
        print("   skipped: compiling the script, because mcs (mono-mcs, libmono-system-web-extensions4.0-cil) is not "
              "installed")
        return
    script = os.path.join(GUESTS, "unity/Editor/AnimConvSheets.cs")
    stubs = os.path.join(PACKAGE, "Tests/BuildSystems/UnityStubs.cs")
    ended = place.call("mcs", "-warnaserror+", "-r:System.Web.Extensions.dll", "-out:import.exe", stubs, script)
    tally.check("compiling", said(ended, 0))
    if ended[0]:
        return
    sheet = ["--layout", "packed", "--padding", "2", "--extrude", "1", "--data", "aseprite-array", "-q"]
    place.call("animconv", ORBIT, "walk.png", *sheet)
    _, text, _ = ended = place.call("mono", "import.exe", "walk.png")
    tally.check("importing", said(ended, 0, "clip walk.anim 1000 True"))
    keys = [(int(time), name) for time, name in re.findall(r"^key (\d+) (\S+)$", text, re.M)]
    starts = _starts(place, ORBIT)
    last = starts.pop()
    wanted = [(time, "walk_%04d" % index) for index, time in enumerate(starts)] + [(last - 1, "walk_%04d" % (len(starts) - 1))]
    tally.check("the times of the frames", None if keys == wanted else "%s instead of %s" % (keys, wanted))

    # A clip cell's centre has to be where the centre of the whole frame is.
    data = json.loads(place.content("walk.json"))
    height = data["meta"]["size"]["h"]
    problems = []
    for frame, found in zip(data["frames"], re.findall(r"^sprite (\S+) (\S+) (\S+) (\S+) (\S+) (\S+) (\S+)$", text, re.M)):
        left, below, wide, high, across, up = map(float, found[1:])
        cell, offset, whole = frame["frame"], frame["spriteSourceSize"], frame["sourceSize"]
        if (found[0], left, height - below - high, wide, high) != (
                frame["filename"], cell["x"], cell["y"], cell["w"], cell["h"]):
            problems.append("%s is %s" % (frame["filename"], found))
        if abs(offset["x"] + across * wide - whole["w"] / 2) > 0.01 \
                or abs(offset["y"] + (1 - up) * high - whole["h"] / 2) > 0.01:
            problems.append("%s turns around %s" % (frame["filename"], found))
    tally.check("the sprites", problems)

    place.call("animconv", ORBIT, "map.png", "--data", "aseprite", "-q")
    tally.check("frames that are not a list", said(place.call("mono", "import.exe", "map.png"), 0, "--data aseprite-array"))
    place.write("tags.json", _tagged(data))
    with open(place.path("tags.png"), "wb") as file:
        file.write(place.content("walk.png"))
    _, text, _ = place.call("mono", "import.exe", "tags.png")
    orders = [re.findall(r"key \d+ walk_000(\d)", part) for part in text.split("clip ")[1:]]
    # Without the second key of the last frame.
    tally.check("directions and plays", None if ["".join(order[:-1]) for order in orders] == [
        "210", "0121", "01210", "012012", "2101"] else str(orders))


def _starts(place, animation):
    """The start of each frame of the source in milliseconds, and the end."""
    ended = subprocess.run([place.program, "inspect", animation, "--json"], capture_output=True, text=True)
    frames = json.loads(ended.stdout)["frames"]
    starts = [round(frame["start"]["seconds"] * 1000) for frame in frames]
    return starts + [round((frames[-1]["start"]["seconds"] + frames[-1]["duration"]["seconds"]) * 1000)]


def _tagged(data):
    tags = [("reverse", None), ("pingpong", None), ("pingpong", "2"), ("forward", "2"), ("pingpong_reverse", None)]
    data["meta"]["frameTags"] = [
        dict({"name": "%d" % index, "from": 0, "to": 2, "direction": direction}, **({"repeat": plays} if plays else {}))
        for index, (direction, plays) in enumerate(tags)]
    return json.dumps(data, indent=1)
