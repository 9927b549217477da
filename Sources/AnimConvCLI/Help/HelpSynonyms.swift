/// Search words and the options for them. Words in an option's help need no entry here.
enum HelpSynonyms {
  /// The options, without dashes, for words in lower case.
  static func options(for words: [String]) -> [String] {
    words.flatMap { table[$0] ?? [] } + (table[words.joined(separator: " ")] ?? [])
  }

  private static let table = [
    "framerate": ["fps", "schedule", "max-fps"], "rate": ["fps", "schedule", "bitrate"],
    "frame rate": ["fps", "schedule", "max-fps"], "cfr": ["schedule"], "vfr": ["schedule"],
    "delay": ["delays", "zero-delay", "fps"], "timing": ["delays", "schedule", "fps"],
    "slow": ["speed"], "fast": ["speed", "effort", "encoder-preset"], "slower": ["speed"],
    "faster": ["speed", "encoder-preset", "segments"], "backward": ["reverse"],
    "boomerang": ["bounce"], "pingpong": ["bounce"], "ping": ["bounce"], "loop": ["loops"],
    "repeat": ["loops", "min-duration"], "infinite": ["loops"], "endless": ["loops"],
    "cut": ["range", "crop", "cut"], "clip": ["range"], "trim": ["range", "trim"],
    "shorten": ["range", "speed"], "seek": ["range"], "duration": ["range", "min-duration"],
    "thumbnail": ["poster", "pick"], "screenshot": ["poster", "at"], "still": ["poster", "at"],
    "resize": ["scale", "fit", "filter"], "width": ["scale"], "height": ["scale"],
    "size": ["scale", "max-bytes", "crop"], "zoom": ["scale"], "shrink": ["scale", "max-bytes"],
    "upscale": ["scale", "filter"], "resample": ["filter"], "interpolation": ["filter"],
    "letterbox": ["fit"], "pad": ["fit", "padding", "pad"], "background": ["matte", "alpha"],
    "transparent": ["alpha", "matte", "alpha-edge"], "transparency": ["alpha", "matte"],
    "opacity": ["alpha"], "matte": ["matte"], "flatten": ["matte", "alpha"],
    "filesize": ["max-bytes", "quality"], "limit": ["max-bytes", "max-memory"],
    "compress": ["quality", "crf", "effort", "max-bytes"], "compression": ["quality", "crf"],
    "optimize": ["effort", "optimize"], "smaller": ["quality", "crf", "effort", "max-bytes"],
    "lossy": ["quality", "webp"], "lossless": ["lossless", "webp"],
    "palette": ["colors", "dither"],
    "depth": ["colors"], "h265": ["codec"], "h264": ["codec"], "encoder": ["codec"],
    "pixel format": ["chroma"], "subsampling": ["chroma"], "yuv420p": ["chroma"],
    "mute": ["audio"], "sound": ["audio"], "silent": ["audio"], "interlaced": ["deinterlace"],
    "telecine": ["deinterlace"], "hdr": ["hdr"], "tonemap": ["hdr"], "sprite": ["sheet", "layout"],
    "spritesheet": ["sheet", "layout", "cell"], "atlas": ["data", "layout"],
    "tile": ["cell", "grid"],
    "json": ["data", "json"], "montage": ["layout", "columns", "labels"], "gutter": ["padding"],
    "bleed": ["extrude"], "overwrite": ["y"], "force": ["y", "force"], "skip": ["n"],
    "log": ["verbose", "quiet"], "silence": ["quiet"], "debug": ["verbose", "dry-run"],
    "preview": ["dry-run"], "simulate": ["dry-run"], "memory": ["max-memory"],
    "cpu": ["threads", "segments", "jobs"], "parallel": ["segments", "jobs"],
    "scene": ["select", "scene-threshold"], "keyframe": ["select"], "denoise": ["undither"],
    "ssim": ["ssim", "measure"], "vmaf": ["measure", "ssim"], "psnr": ["measure"],
    "profile": ["preset"], "folder": ["container", "name", "pad"], "watch": ["watch"],
  ]
}
