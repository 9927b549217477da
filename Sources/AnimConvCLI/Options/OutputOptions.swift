internal import AnimConv
internal import ArgumentParser

/// Options around the conversion.
struct OutputOptions: ParsableArguments, RunOptions {
  @Flag(
    name: .customShort("y"),
    help: ArgumentHelp(
      """
      Overwrite an existing output. A folder is replaced only if animconv wrote everything in it \
      and nothing was changed.
      """))
  var replace = false

  @Flag(name: .customShort("n"), help: "Skip the conversion if the output exists (exit 0).")
  var skip = false

  @Flag(help: .watch)
  var watch = false

  @Flag(
    help: ArgumentHelp(
      """
      Write one output for each tag or animation of the input: OUT-TAG.gif for OUT.gif, DIR/TAG.gif \
      for DIR/ with --container gif, and DIR/TAG/ for a folder of frames. {tag} in OUT puts the \
      name elsewhere.
      """))
  var eachTag = false

  @Flag(help: "Print the plan; write nothing.")
  var dryRun = false

  @Flag(help: "Print the plan and the report as JSON on standard output.")
  var json = false

  @Option(
    help: ArgumentHelp(
      """
      Write a dependency rule for Make and Ninja to this file: each output, and all files that were \
      read. Default: none.
      """, valueName: "file"))
  var depfile: PathArgument?

  @Flag(
    help: ArgumentHelp(
      """
      Compare the output with the expected frames, as 'animconv compare' does: SSIM, SSIMULACRA2, \
      PSNR and bytes of each frame. Decodes input and output once more.
      """))
  var measure = false

  @Option(
    help: ArgumentHelp(
      """
      Progress: auto (a line on a terminal), json (JSON lines on standard error) or none.
      """,
      valueName: "form"))
  var progress = ProgressForm.auto

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print the decisions and their reasons.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      """
      Stop after this many seconds (exit 74); no output is left. Default: never.
      """,
      valueName: "s"))
  var timeout: Int?

  @Option(
    help: ArgumentHelp(
      """
      Stop after this many seconds without progress (exit 74); 0 waits forever.
      """,
      valueName: "s"))
  var stallTimeout = 60

  func validate() throws {
    if replace && skip { throw ValidationError("-y and -n cannot be used together") }
    if watch, skip || dryRun {
      throw ValidationError(
        "--watch and \(skip ? "-n" : "--dry-run") cannot be used together")
    }
    if depfile != nil, dryRun {
      throw ValidationError(
        "--depfile and --dry-run cannot be used together: nothing is converted")
    }
    try checkRun()
  }
}

/// How progress is reported.
enum ProgressForm: String, ExpressibleByArgument, CaseIterable {
  case auto, json, none
}
