/// Options of ffmpeg, gifsicle, gifski, ImageMagick and yt-dlp, with their counterparts here.
enum OtherTools {
  /// What to use instead of an option; nil if it is unknown.
  static func hint(for option: String) -> String? {
    if let known = sameHere[option] { return "did you mean '\(known)'?" }
    return inWords[option]
  }

  /// The counterpart of another program's option; nil if there is none.
  static func option(for foreign: String) -> String? { sameHere[foreign] }

  /// Other programs' names of an option, separated by commas; nil if none are known.
  static func names(of option: String) -> String? {
    let names = sameHere.filter { $0.value == option && $0.key != option }.map(\.key).sorted()
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  private static let sameHere = [
    "--background": "--matte", "--bg": "--matte", "-background": "--matte",
    "--size": "--scale", "--resize": "--scale", "-resize": "--scale", "-s": "--scale",
    "--resize-fit": "--scale", "--framerate": "--fps", "--frame-rate": "--fps",
    "--rate": "--fps", "-framerate": "--fps", "-delay": "--fps", "--delay": "--fps",
    "--overwrite": "-y", "--force": "-y", "--yes": "-y", "--no-overwrite": "-n",
    "--loop": "--loops", "--repeat": "--loops", "-loop": "--loops", "--loopcount": "--loops",
    "--format": "--container", "--type": "--container", "-f": "--container",
    "--profile": "--preset", "--lossy": "--quality", "-quality": "--quality",
    "--num-colors": "--colors", "-colors": "--colors", "-dither": "--dither",
    "-c:v": "--codec", "-vcodec": "--codec", "-codec": "--codec", "-codec:v": "--codec",
    "-b:v": "--bitrate", "-pix_fmt": "--chroma", "-preset": "--encoder-preset",
    "-crf": "--crf", "-reverse": "--reverse", "-crop": "--crop", "-threads": "--threads",
    "--max-filesize": "--max-bytes", "--optimise": "--optimize", "--frames": "--range",
  ]

  /// Every option with a hint.
  static var options: [String] { (Array(sameHere.keys) + Array(inWords.keys)).sorted() }

  private static let part = "for a part use --range 1s..3s"
  private static let silent = "for a video without sound use --audio drop"
  private static let filters =
    "each filter is an option of its own, such as --scale 320x-1, --crop 64x48+0+0 or --fps 10"
  private static let mirror = "pictures are not mirrored or turned"
  private static let pictures =
    "OUT's name says the kind: frame_%04d.jpg for every frame, or out.jpg with --poster first"
  private static func kind(_ ending: String) -> String {
    "OUT's name says the kind: animconv IN out.\(ending)"
  }
  private static let output = "OUT is the second argument: animconv IN OUT"

  private static let inWords: [String: String] = [
    "--start-time": part, "--trim-start": part, "--trim-end": part, "--end": part,
    "--end-time": part,
    "--duration": part, "--seek": part,
    "-an": silent, "--mute": silent, "--no-audio": silent, "--noaudio": silent,
    "-o": output, "--output": output, "--out": output, "--out-file": output,
    "-i": "IN is the first argument: animconv IN OUT",
    "-vf": filters, "--vf": filters, "-filter:v": filters, "-filter_complex": filters,
    "--flip": mirror, "--flop": mirror, "--mirror": mirror, "--hflip": mirror, "--vflip": mirror,
    "-flip": mirror, "-flop": mirror, "-rotate": mirror, "--rotate-90": mirror,
    "--rotate-180": mirror, "--rotate-270": mirror, "--flip-horizontal": mirror,
    "--flip-vertical": mirror,
    "--jpg": pictures, "--jpeg": pictures,
    "--png": "OUT's name says the kind: frame_%04d.png for every frame, or out.png for a sheet",
    "--gif": kind("gif"), "--mp4": kind("mp4"), "--webm": kind("webm"), "--mov": kind("mov"),
    "--avif": kind("avif"), "--jxl": kind("jxl"), "--apng": kind("apng"),
    "-r": "for a constant rate use --schedule fps=30",
  ]
}
