internal import AnimConv
internal import ArgumentParser

/// Options around the conversion.
struct OutputOptions: SettingOptions, RunOptions {
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

  @Option(
    help: ArgumentHelp(
      """
      Output format: mp4, webm, mov, gif, apng, webp, avif, jxl, jpeg, tiff, rgba or y4m \
      (uncompressed, for a pipe), png (a sheet), frames (a folder), numbered (numbered images), zip or \
      imageset. Default: chosen by OUT's extension; required when OUT is '-'.
      """, valueName: "kind"),
    transform: setting("container"))
  var container: String?

  @Flag(help: "Print the plan; write nothing.")
  var dryRun = false

  @Flag(help: "Print the plan and the report as JSON on standard output.")
  var json = false

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

  @Option(
    help: ArgumentHelp(
      """
      Largest output size in bytes: 262144, 500k, 256KiB. Tries lower quality until the file \
      fits; if none does, writes nothing and exits with 3. Default: no limit.
      """, valueName: "bytes"),
    transform: setting("max-bytes"))
  var maxBytes: String?

  @Option(
    help: ArgumentHelp(
      """
      What --max-bytes may reduce, in this order: quality, size (down to a quarter), rate (down \
      to 5 frames/s). Default: quality,size,rate.
      """, valueName: "steps"),
    transform: setting("shrink"))
  var shrink: String?

  @Option(
    help: ArgumentHelp(
      """
      Largest estimated memory of a conversion: 800M, 2GiB. Encoder threads and look-ahead are \
      reduced to fit; larger frames are refused. Default: 1GiB.
      """, valueName: "bytes"),
    transform: setting("max-memory"))
  var maxMemory: String?

  @Option(
    help: ArgumentHelp(
      """
      Find the smallest video, GIF, WebP or AVIF whose mean SSIM is at least this, from 0.5 to 1, \
      such as 0.98. Takes at most six tries; if none succeeds, writes nothing and exits with 3. \
      Default: none.
      """, valueName: "s"))
  var ssim: Double?

  var settings: KeyValuePairs<String, String?> {
    ["container": container, "max-bytes": maxBytes, "shrink": shrink, "max-memory": maxMemory]
  }

  func validate() throws {
    if replace && skip { throw ValidationError("-y and -n cannot be used together") }
    if let ssim, !(0.5...1).contains(ssim) {
      throw ValidationError("expected 0.5 to 1 for --ssim, but got \(ssim)")
    }
    if ssim != nil, maxBytes != nil {
      throw ValidationError("--ssim and --max-bytes cannot be used together")
    }
    if watch, skip || dryRun {
      throw ValidationError(
        "--watch and \(skip ? "-n" : "--dry-run") cannot be used together")
    }
    try checkRun()
  }
}

/// How progress is reported.
enum ProgressForm: String, ExpressibleByArgument, CaseIterable {
  case auto, json, none
}
