internal import ArgumentParser

/// Where a sheet goes when OUT does not say it.
struct SheetTargetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      In place of OUT: write a sheet into this folder, named after IN: DIR/IN.png, DIR/IN.json. The \
      folder is created if it does not exist.
      """, valueName: "dir"))
  var sheet: PathArgument?
}
