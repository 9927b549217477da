internal import ArgumentParser

/// The destination of a sheet without OUT.
struct SheetTargetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Write a sheet to this folder, named after IN: DIR/IN.png, DIR/IN.json. Replaces OUT. The \
      folder is created if needed.
      """, valueName: "dir"))
  var sheet: PathArgument?
}
