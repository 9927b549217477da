"""CMake, Ninja, Meson, Gradle: each makes the same outputs, and the same changes have to have the same effect."""
import os
import re
import time

from place import PACKAGE, UNREADABLE

BATCH = '{"out": "dist", "jobs": [{"inputs": "assets/*.gif", "settings": {"container": "webp"}}]}\n'


def prepare(place):
    place.animation("walk.gif")
    place.animation("idle.gif", 20)
    place.animation("run.gif", 30)
    place.animation("assets/one.gif")
    place.preset("small.json", container="mp4", crf=30)


def cmake(generator):
    def configure(place):
        prepare(place)
        place.write("build.json", BATCH)
        place.guest("cmake/AnimConvConfig.cmake", "cmake/AnimConvConfig.cmake")
        place.write("CMakeLists.txt", """
cmake_minimum_required(VERSION 3.20)
project(guests NONE)
find_package(AnimConv REQUIRED PATHS "${CMAKE_SOURCE_DIR}" NO_DEFAULT_PATH)
animconv_add(TARGET walk INPUT walk.gif OUTPUT "out put/walk.mp4" PRESET ./small.json)
animconv_add(TARGET hero INPUT idle=idle.gif run=run.gif OUTPUT hero.png hero.json PRESET pixi)
animconv_add(TARGET frames INPUT run.gif OUTPUT frames/timing.json OUT frames/)
animconv_batch(TARGET assets INPUT "assets/*.gif" OUT dist OPTIONS --container webp)
animconv_batch(TARGET site INPUT build.json)
# A target that depends on an output by its file.
add_custom_command(OUTPUT copy.mp4 COMMAND "${CMAKE_COMMAND}" -E copy "out put/walk.mp4" copy.mp4
  DEPENDS "${CMAKE_BINARY_DIR}/out put/walk.mp4" VERBATIM)
add_custom_target(copied ALL DEPENDS copy.mp4)
""")
        return place.call("cmake", "-G", generator, "-B", "build", ".")

    return configure, ("cmake", "--build", "build"), "build/", [
        "build/out put/walk.mp4", "build/hero.png", "build/hero.json", "build/frames/timing.json", "build/dist/one.webp",
        "dist/one.webp", "build/copy.mp4"]


def ninja():
    def configure(place):
        prepare(place)
        place.write("build.json", BATCH)
        place.guest("ninja/animconv.ninja", "animconv.ninja")
        place.write("build.ninja", """
include animconv.ninja
build out$ put/walk.mp4: animconv walk.gif | small.json
  options = --preset ./small.json
build hero.png | hero.json: animconv-sheet idle.gif run.gif
  animations = idle=idle.gif run=run.gif
  options = --preset pixi
build site.stamp: animconv-batch build.json
""")
        return 0, "", 0

    return configure, ("ninja",), "", ["out put/walk.mp4", "hero.png", "hero.json", "dist/one.webp"]


def meson():
    def configure(place):
        prepare(place)
        place.guest("meson/meson.build", "meson.build")
        return place.call("meson", "setup", "build")

    return configure, ("ninja", "-C", "build"), "build/", [
        "build/walk.mp4", "build/hero.png", "build/hero.json", "build/dist/one.webp"]


def gradle():
    def configure(place):
        prepare(place)
        place.guest("gradle/animconv.gradle", "animconv.gradle")
        place.write("settings.gradle", "rootProject.name = 'guests'\n")
        place.write("build.gradle", """
apply from: 'animconv.gradle'
task walk(type: AnimConv) {
  from 'walk.gif'
  into "$buildDir/out put/walk.mp4"
  presetFile 'small.json'
}
task hero(type: AnimConv) {
  animation 'idle', 'idle.gif'
  animation 'run', 'run.gif'
  into "$buildDir/hero.png", "$buildDir/hero.json"
  options '--preset', 'pixi'
}
task all { dependsOn walk, hero }
""")
        return 0, "", 0

    command = ("gradle", "--offline", "--gradle-user-home", ".gradle-home", "all")
    return configure, command, "build/", ["build/out put/walk.mp4", "build/hero.png", "build/hero.json"]


def check(place, tally, guest):
    """Runs the checks, and stops the daemon that Gradle started in this folder."""
    try:
        _check(place, tally, guest)
    finally:
        if guest[1][0] == "gradle":
            place.call("gradle", "--gradle-user-home", ".gradle-home", "--stop")


def _check(place, tally, guest):
    """First build, nothing to do, each kind of change, a damaged input, and its repair."""
    configure, command, folder, outputs = guest
    walk, sheet = outputs[0], folder + "hero.png"
    has_batch = any("dist/" in output for output in outputs)

    def build():
        # Some file systems count times in steps of several milliseconds.
        time.sleep(0.05)
        return place.call(*command)

    def expect(case, wanted, changed, same):
        """Builds; animconv has to run `wanted` times, and exactly the named outputs change."""
        before = {name: place.content(name) for name in outputs}
        code, text, runs = build()
        problems = []
        if code != 0:
            problems.append("ended with %d: %s" % (code, text[-2000:]))
        if runs != wanted:
            problems.append("animconv ran %d times instead of %d" % (runs, wanted))
        problems += ["%s did not change" % name for name in changed if place.content(name) == before[name]]
        problems += ["%s changed" % name for name in same if place.content(name) != before[name]]
        tally.check(case, problems)

    code, text, _ = configure(place)
    tally.check("configuring", text[-2000:] if code else None)
    code, text, _ = build()
    problems = ["%s is missing" % name for name in outputs if place.content(name) is None]
    tally.check("the first build", ["ended with %d: %s" % (code, text[-2000:])] + problems if code or problems else None)
    expect("nothing to do", 0, [], outputs)

    place.animation("walk.gif", 99)
    expect("a changed input", 1, [walk], [sheet])
    place.animation("run.gif", 77)
    in_frames = any("timing.json" in output for output in outputs)
    expect("a changed animation of a sheet", 2 if in_frames else 1, [folder + "hero.json"], [walk])
    place.preset("small.json", container="mp4", crf=45)
    expect("a changed preset", 1, [walk], [sheet])
    expect("nothing to do after changes", 0, [], outputs)
    if has_batch:
        batches = len([output for output in outputs if "dist/" in output])
        place.animation("assets/two.gif")
        expect("a new input of a batch", batches, [], outputs)
        made = outputs[[("dist/" in output) for output in outputs].index(True)].replace("one", "two")
        tally.check("its output", None if place.content(made) else "%s is missing" % made)
        place.animation("assets/one.gif", 99)
        expect("a changed input of a batch", batches, [name for name in outputs if "dist/" in name], [walk])

    os.remove(place.path(sheet))
    expect("an output that was deleted", 1, [sheet], [walk])

    # Inputs that are damaged before the first build: no output, nothing half-written.
    os.remove(place.path(walk))
    place.write("walk.gif", "no animation\n")
    known = place.files()
    code, text, _ = build()
    left = {name for name in place.files() - known if "animconv" in name or name.endswith((".mp4", ".png"))}
    tally.check("a damaged input", [
        None if code else "the build passed",
        None if UNREADABLE in text else "animconv's message is missing: " + text[-2000:],
        "%s exists" % walk if place.content(walk) is not None else None,
        "left behind: %s" % sorted(left) if left else None])
    place.animation("walk.gif", 98)
    expect("the repaired input", 1, [walk], [sheet])

    # A damaged input later: the old output is complete or gone.
    old = place.content(walk)
    place.write("walk.gif", "no animation\n")
    code, text, _ = build()
    tally.check("a damaged input after a build", [
        None if code and UNREADABLE in text else "ended with %d: %s" % (code, text[-2000:]),
        None if place.content(walk) in (old, None) else "%s is neither the old one nor gone" % walk])
    place.animation("walk.gif", 98)
    tally.check("another repair", None if build()[0] == 0 and place.content(walk) == old else "the output differs")


def documented(place, tally):
    """The blocks of the documentation for CMake and Ninja, with the files where packages install them."""
    with open(os.path.join(PACKAGE, "Sources/AnimConv/AnimConv.docc/BuildSystems.md")) as file:
        blocks = dict(re.findall(r"^```(cmake|ninja)\n(.*?)^```", file.read(), re.M | re.S))
    prepare(place)
    place.preset("small.json", container="mp4", crf=30)
    place.animation("icons/a.gif")
    place.write("build.json", BATCH)
    place.guest("cmake", "../prefix/share/animconv/cmake")
    os.makedirs(place.path("../prefix/bin"))
    os.symlink(place.program, place.path("../prefix/bin/animconv"))
    place.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.20)\nproject(site NONE)\n" + blocks["cmake"])
    place.environment["CMAKE_PREFIX_PATH"] = os.path.realpath(place.path("../prefix"))
    code, text, _ = place.call("cmake", "-G", "Ninja", "-B", "build", ".")
    tally.check("configuring", text[-2000:] if code else None)
    with open(place.path("build/CMakeCache.txt")) as file:
        tally.check("the program of the same prefix", None if "prefix/bin/animconv" in file.read() else "another one")
    code, text, _ = place.call("cmake", "--build", "build")
    tally.check("CMake", ["ended with %d: %s" % (code, text[-2000:])] if code else [
        "%s is missing" % name for name in ["walk.mp4", "hero.json", "site.webm", "frames/timing.json", "icons/a.webp"]
        if place.content("build/" + name) is None])
    code, text, runs = place.call("cmake", "--build", "build")
    tally.check("CMake with nothing to do", None if (code, runs) == (0, 0) else "%d runs, ended with %d" % (runs, code))

    place.write("CMakeLists.txt", """
cmake_minimum_required(VERSION 3.20)
project(site NONE)
find_package(AnimConv REQUIRED)
animconv_add(TARGET hero INPUT walk.gif OUTPUT hero.png hero.tres)
""")
    place.call("cmake", "-G", "Ninja", "-B", "build", ".")
    code, text, _ = place.call("cmake", "--build", "build")
    tally.check("a file that is declared and not written", None if code and "did not write" in text else text[-2000:])

    place.guest("ninja/animconv.ninja", "animconv.ninja")
    place.write("build.ninja", blocks["ninja"])
    code, text, _ = place.call("ninja")
    tally.check("Ninja", text[-2000:] if code else None)
    code, text, runs = place.call("ninja")
    tally.check("Ninja with nothing to do", None if (code, runs) == (0, 0) else "%d runs, ended with %d" % (runs, code))
