internal import AnimConv
internal import ArgumentParser

/// What happens around the conversion.
struct OutputOptions: SettingOptions, RunOptions {
  @Flag(
    name: .customShort("y"),
    help: ArgumentHelp(
      """
      Replace an output that exists; a folder only when everything in it was written by animconv \
      and is unchanged.
      """))
  var replace = false

  @Flag(name: .customShort("n"), help: "Skip the conversion when the output exists (exit 0).")
  var skip = false

  @Flag(help: .watch)
  var watch = false

  @Option(
    help: ArgumentHelp(
      """
      mp4, webm, mov, gif, apng, webp, avif, jxl, jpeg, png (a sheet), frames (a folder), numbered \
      (pictures), zip or imageset. \
      Default: by OUT's extension; needed when OUT is '-'.
      """, valueName: "kind"),
    transform: setting("container"))
  var container: String?

  @Flag(help: "Print the plan and stop: nothing is written.")
  var dryRun = false

  @Flag(help: "Print the plan and the report as JSON on standard output.")
  var json = false

  @Flag(
    help: ArgumentHelp(
      """
      Compare what was written with what it was to show: SSIM, SSIMULACRA2, PSNR and bytes of each \
      frame, as 'animconv compare' does. Decodes both once more.
      """))
  var measure = false

  @Option(
    help: ArgumentHelp(
      "auto (a line on a terminal), json (lines of JSON on standard error) or none.",
      valueName: "form"))
  var progress = ProgressForm.auto

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print what was decided and why.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "Give up after this many seconds (exit 74, nothing is left). Default: never.",
      valueName: "s"))
  var timeout: Int?

  @Option(
    help: ArgumentHelp(
      "Give up after this many seconds without progress (exit 74); 0 waits for ever.",
      valueName: "s"))
  var stallTimeout = 60

  @Option(
    help: ArgumentHelp(
      """
      Try until a file has at most this many bytes: 262144, 500k, 256KiB. If none fits, write \
      nothing and exit with 3. Default: no limit.
      """, valueName: "bytes"),
    transform: setting("max-bytes"))
  var maxBytes: String?

  @Option(
    help: ArgumentHelp(
      """
      What --max-bytes may reduce, in this order: quality, size (down to a quarter), rate \
      (down to 5 frames/s). Default: quality,size,rate.
      """, valueName: "steps"),
    transform: setting("shrink"))
  var shrink: String?

  @Option(
    help: ArgumentHelp(
      """
      Estimated memory that a conversion may take: 800M, 2GiB. Threads and look-ahead of video \
      encoders are chosen to fit; a picture too large for it is refused. Default: 1GiB.
      """, valueName: "bytes"),
    transform: setting("max-memory"))
  var maxMemory: String?

  @Option(
    help: ArgumentHelp(
      """
      Find the smallest video, GIF, WebP or AVIF whose frames have at least this mean SSIM, from \
      0.5 to 1, in at most six tries: 0.98. If none has, write nothing and exit with 3.
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

/// How progress is told.
enum ProgressForm: String, ExpressibleByArgument, CaseIterable {
  case auto, json, none
}
