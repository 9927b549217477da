"""Converts animations in a Bazel build (7 or newer) with the animconv that is installed.

Copy this file to tools/animconv, with an empty BUILD.bazel next to it. In MODULE.bazel:

    installed = use_extension("//tools/animconv:animconv.bzl", "animconv_installed")
    use_repo(installed, "animconv_installed")

In a BUILD file:

    load("//tools/animconv:animconv.bzl", "animconv")
    animconv(name = "walk", srcs = ["walk.gif"], outs = ["walk.mp4"], preset_file = "small.json")
    animconv(
        name = "hero",
        animations = {"idle.gif": "idle", "run.gif": "run"},
        outs = ["hero.png", "hero.json"],
        preset = "pixi",
    )
"""

def _animconv_impl(ctx):
    inputs = ctx.files.srcs + ctx.files.data
    words = [file.path for file in ctx.files.srcs]
    for target, name in ctx.attr.animations.items():
        files = target.files.to_list()
        if len(files) != 1:
            fail("animation %s: %s has %d files, not one" % (name, target.label, len(files)))
        inputs = inputs + files
        words.append("%s=%s" % (name, files[0].path))
    if not words:
        fail("srcs and animations are empty; name an input")

    first = ctx.outputs.outs[0]
    words.append(first.dirname + "/" + ctx.attr.out if ctx.attr.out else first.path)
    if ctx.file.preset_file:
        inputs = inputs + [ctx.file.preset_file]
        words += ["--preset", ctx.file.preset_file.path]
    elif ctx.attr.preset:
        words += ["--preset", ctx.attr.preset]

    ctx.actions.run(
        executable = ctx.executable._animconv,
        arguments = words + ctx.attr.options + ["-y"],
        inputs = inputs,
        outputs = ctx.outputs.outs,
        mnemonic = "AnimConv",
        progress_message = "Converting %{label}",
    )
    return [DefaultInfo(files = depset(ctx.outputs.outs), runfiles = ctx.runfiles(files = ctx.outputs.outs))]

animconv = rule(
    implementation = _animconv_impl,
    doc = "One conversion.",
    attrs = {
        "srcs": attr.label_list(allow_files = True, doc = "The input; several are the animations of one sheet."),
        "animations": attr.label_keyed_string_dict(
            allow_files = True,
            doc = "Inputs of one sheet, each with the name of its animation.",
        ),
        "outs": attr.output_list(mandatory = True, doc = "Every file that the conversion writes."),
        "out": attr.string(doc = "The name that animconv gets, next to the first of outs. Default: the first of outs."),
        "preset": attr.string(doc = "Name of a preset."),
        "preset_file": attr.label(allow_single_file = [".json"], doc = "A preset file."),
        "options": attr.string_list(doc = "Further options of animconv."),
        "data": attr.label_list(allow_files = True, doc = "Files that an input names, such as the sheet of an atlas."),
        "_animconv": attr.label(
            default = "@animconv_installed//:animconv",
            allow_single_file = True,
            executable = True,
            cfg = "exec",
        ),
    },
)

def _installed_impl(repository_ctx):
    program = repository_ctx.which("animconv")
    if not program:
        fail("animconv is not on the PATH; install it")
    repository_ctx.symlink(program, "animconv")
    repository_ctx.file("BUILD.bazel", 'exports_files(["animconv"])\n')

_installed = repository_rule(implementation = _installed_impl, local = True, environ = ["PATH"])

def _extension_impl(_module_ctx):
    _installed(name = "animconv_installed")

animconv_installed = module_extension(implementation = _extension_impl)
