internal import Writing

extension ConversionSetting {
  /// Settings for video encoding.
  static let ofVideo: [ConversionSetting] = [
    ConversionSetting(
      "codec", "h264, hevc, av1, vp9, vp8 or prores",
      displaces: ["bframes", "crf", "encoder-preset"],
      parse: { VideoCodec(rawValue: $0) }, set: { $0.video.codec = $1 }),
    .number("crf", displaces: ["bitrate", "lossless"]) { $0.video.crf = $1 },
    .text(
      "encoder-preset",
      "a preset name or number of the encoder"
    ) { $0.video.encoderPreset = $1 },
    .number("bframes", from: 0, to: 16) { $0.video.bFrames = $1 },
    ConversionSetting(
      "bitrate", "a bit rate such as 800k or 2M", displaces: ["crf", "lossless"],
      parse: { VideoOptions.bitsPerSecond(parsing: $0) }, set: { $0.video.bitrate = $1 }),
    ConversionSetting(
      "chroma", "420 or 444",
      parse: { ChromaSubsampling(rawValue: "yuv" + $0) }, set: { $0.video.chroma = $1 }),
    .switch("lossless", displaces: ["crf", "bitrate"]) {
      $0.video.isLossless = $1
      $0.image.isLossless = $1
    },
    ConversionSetting(
      "undither", "auto, on or off",
      parse: { Undithering(rawValue: $0) }, set: { $0.undithering = $1 }),
    ConversionSetting(
      "audio", "keep or drop",
      parse: { AudioHandling(rawValue: $0) }, set: { $0.video.audio = $1 }),
    .number("threads", from: 1, to: 64) { $0.video.threads = $1 },
    ConversionSetting(
      "segments", "auto or a whole number from 1 to 64",
      parse: { text in
        if text == "auto" { return VideoOptions.Segments.auto }
        return Int(text).flatMap { 1...64 ~= $0 ? .atOnce($0) : nil }
      }, set: { $0.video.segments = $1 }),
    ConversionSetting(
      "max-memory", "a number of bytes such as 800M or 2GiB",
      parse: { SizeTarget.bytes(parsing: $0).flatMap { Int(exactly: $0) } },
      set: { $0.video.maxMemory = $1 }),
  ]

  /// Settings for animated images.
  static let ofImages: [ConversionSetting] = [
    .number("quality", from: 1, to: 100) {
      $0.frames.quality = $1
      $0.image.quality = $1
    },
    .number("effort", from: 0, to: 9) { $0.image.effort = $1 },
    .number("colors", from: 2, to: 256) { $0.image.colors = $1 },
    ConversionSetting(
      "dither", "a number from 0 to 1, such as 0.7",
      parse: { Self.share(parsing: $0, through: 1) }, set: { $0.image.dither = $1 }),
    ConversionSetting(
      "motion-threshold", "a number from 0 to 10, such as 1.5",
      parse: { Self.share(parsing: $0, through: 10) }, set: { $0.image.motionThreshold = $1 }),
    ConversionSetting(
      "alpha-edge", "threshold, dither or matte",
      parse: { ImageOptions.AlphaEdge(rawValue: $0) }, set: { $0.image.alphaEdge = $1 }),
    ConversionSetting(
      "webp", "auto, lossy, lossless or mixed",
      parse: { WebPMode(rawValue: $0) }, set: { $0.image.webp = $1 }),
    .number("alpha-quality", from: 1, to: 100) { $0.image.alphaQuality = $1 },
    .switch("global-palette") { $0.image.usesGlobalPalette = $1 },
    .switch("plain") { $0.image.isPlain = $1 },
    .switch("keep-frames") { $0.image.keepsFrames = $1 },
  ]

  /// A decimal number from 0 up to a limit.
  private static func share(parsing text: String, through most: Double) -> Double? {
    guard let number = Double(text), 0...most ~= number, text.first?.isNumber == true else {
      return nil
    }
    return number
  }

  /// Settings for sheets.
  static let ofSheets: [ConversionSetting] = [
    ConversionSetting(
      "layout", "column, row, grid or packed",
      parse: { SheetLayout(rawValue: $0) }, set: { $0.sheet.layout = $1 }),
    .number("columns") { $0.sheet.columns = $1 },
    .number("max-size") { $0.sheet.maxSize = $1 },
    .switch("power-of-two") { $0.sheet.powerOfTwo = $1 },
    .number("padding") { $0.sheet.padding = $1 },
    .number("border") { $0.sheet.border = $1 },
    .number("extrude") { $0.sheet.extrude = $1 },
    .switch("trim") { $0.sheet.trims = $1 },
    .switch("rotate") { $0.sheet.allowsRotation = $1 },
    .switch("labels") { $0.sheet.labelsTimes = $1 },
    .switch("label-frames") { $0.sheet.labelsFrames = $1 },
    ConversionSetting(
      "label-font", "the file of a font, or dots",
      parse: { LabelFont(parsing: $0) }, set: { $0.sheet.labelFont = $1 }),
    ConversionSetting(
      "scales", "scales such as 1,2,3",
      parse: { SheetWritingOptions.scales(parsing: $0) },
      set: {
        $0.sheet.scales = $1
        $0.frames.scales = $1
      }),
  ]

  /// Settings for separate frame files.
  static let ofFrames: [ConversionSetting] = [
    .text("name", "what the names of frames start with") {
      $0.frames.name = $1
      $0.imageSet.name = $1
    },
    .number("pad") { $0.frames.pad = $1 },
    .number("start") { $0.frames.start = $1 },
    ConversionSetting(
      "duplicates", "link or list",
      parse: { FrameFilesOptions.Repeats(rawValue: $0) }, set: { $0.frames.repeats = $1 }),
    ConversionSetting(
      "frame-format", "png, jpeg, webp, avif, tiff, bmp, tga, qoi, ppm or none",
      parse: { name -> FramePictureFormat?? in
        if name == "none" { return .some(nil) }
        return FramePictureFormat(fileExtension: name).map { .some($0) }
      },
      set: {
        $0.frames.format = $1
        $0.frames.writesPictures = $1 != nil
      }),
    ConversionSetting(
      "depth", "8, 16 or auto",
      parse: { FrameDepth(rawValue: $0) }, set: { $0.frames.depth = $1 }),
    .switch("imagesets") { $0.frames.usesImageSets = $1 },
    .switch("resume") { $0.frames.resumes = $1 },
  ]

  /// Settings for players.
  static let ofPlayers: [ConversionSetting] = [
    ConversionSetting(
      "for", "a player: " + Player.allCases.map(\.rawValue).joined(separator: ", "),
      parse: { Player(rawValue: $0) }, set: { $0.player = $1 }),
    .text("twin", "the name of an imageset") { $0.imageSet.twin = $1 },
  ]

  /// Settings shared by sheets and separate frame files, and the kind of output.
  static let ofDescriptions: [ConversionSetting] = [
    ConversionSetting(
      "data", "names of formats, or none",
      parse: { DataFormats(parsing: $0) },
      set: {
        $0.sheet.data = $1.ofSheets
        $0.frames.lists = $1.ofFrames
      }),
    .switch("merge-duplicates") {
      $0.sheet.mergesDuplicates = $1
      $0.frames.mergesDuplicates = $1
    },
    .number("png-level", from: 0, to: 9, displaces: ["optimize"]) {
      $0.sheet.png.level = $1
      $0.frames.png.level = $1
    },
    .switch("optimize", displaces: ["png-level"]) {
      $0.sheet.png.isOptimized = $1
      $0.frames.png.isOptimized = $1
    },
    ConversionSetting(
      "max-bytes", "a number of bytes such as 262144, 256KiB or 1.5M",
      parse: { SizeTarget.bytes(parsing: $0) }, set: { $0.sizeTarget.maxBytes = $1 }),
    ConversionSetting(
      "shrink", "one or more of quality, size and rate, with commas",
      parse: { SizeTarget.steps(parsing: $0) }, set: { $0.sizeTarget.steps = $1 }),
    ConversionSetting(
      "container", Self.namesOfKinds,
      parse: { OutputKind(parsing: $0) }, set: { $0.kind = $1 }),
  ]

  /// `mp4, webm, mov, png, frames, zip or imageset`
  private static let namesOfKinds: String = {
    let names = OutputKind.all.map(\.description)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }()
}
