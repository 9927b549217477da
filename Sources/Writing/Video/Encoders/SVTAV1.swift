internal import Libav
internal import Raster

extension EncoderRecipe {
  static let svtAV1 = EncoderRecipe(
    name: "libsvtav1", codec: .av1,
    quality: CRFScale(
      0...63, standard: 30, lessForGrain: 6, worst: 62,
      // Fractions are quarters; later releases have another setting for them.
      tenths: { _ in SVTAV1.release < 2 ? [0, 3, 5, 8] : [0] },
      slowerPresets: ["7": ("6", 0.035), "6": ("5", 0.03)],
      qualities: [
        1: 63, 10: 60, 25: 51.5, 40: 42, 50: 36, 60: 30, 75: 21, 85: 10.7, 95: 3, 100: 1,
      ],
      sizeCurve: sizeOfAV1),
    presets: (0...13).map(String.init), defaultPreset: "7", livePreset: "9",
    // The better preset saves 4 % of the bytes of small images, in 1.5 times the time and with 30
    // more bytes of memory per pixel. For larger images, the memory would grow by more than a
    // tenth.
    betterPreset: { _, size in size.area <= 960 * 540 ? "6" : nil },
    needsEvenSides: true, minSide: 64, maxSide: 8192, keepsLight: true, takesSegments: true,
    codecTag: "av01", needsGlobalHeader: true, storesChromaPosition: true, filtersGrain: true,
    nanosecondsPerPixel: 250, browserRank: 0, mediaName: mediaNameOfAV1,
    options: svtAV1Options, memory: svtAV1Memory)

  /// At equal size, smaller frames look better only than the last factor, and far worse with
  /// dithered content.
  static let sizeOfAV1: @Sendable (Double) -> Double = { crf in
    -0.042 * crf - 0.3 * CRFScale.lastSteps(crf, from: 54)
  }

  private static let svtAV1Options: @Sendable (VideoEncoding) -> [Encoder.Option] = { encoding in
    // It would allocate threads and their memory according to the machine; the bytes are the same.
    let light = encoding.light?.metadata
    let display = light?.displayInNumbers.map { ":mastering-display=\($0)" } ?? ""
    let content = light?.contentLight.map { ":content-light=\($0)" } ?? ""
    let between = offsets(tenths: encoding.crfTenths)
    // The filter over several frames removes grain from those from which others are predicted.
    let filter = encoding.grain > 0 ? ":enable-tf=0" : ""
    var options = [
      Encoder.Option("preset", encoding.preset!),
      Encoder.Option(
        "svtav1-params", "lp=\(encoding.threads)\(display)\(content)\(between)\(filter)"),
    ]
    if let crf = encoding.crf { options.append(Encoder.Option("crf", String(crf))) }
    return options
  }

  /// Settings that make SVT-AV1 1.4 slightly worse than its whole factor, which is four quantizer
  /// steps: all layers of images are worse by that many steps.
  ///
  /// At equal size the images are equally good. Its separate offsets for luma and chroma must not
  /// be used, because decoders then show other images than were encoded.
  private static func offsets(tenths: Int) -> String {
    guard tenths > 0 else { return "" }
    let steps = (tenths * 4 + 5) / 10
    let layers = Array(repeating: String(steps), count: 6).joined(separator: ",")
    return
      ":use-fixed-qindex-offsets=2:key-frame-qindex-offset=\(steps):qindex-offsets=[\(layers)]"
  }

  private static let svtAV1Memory: @Sendable (String?) -> EncoderMemory = { preset in
    let inner =
      switch Int(preset!)! {
      case ...4: 1660
      case 5...6: 300
      case 7...10: 0
      default: -380
      }
    var memory = EncoderMemory(
      base: 27 << 20, inner: inner, still: 1170, kept: 2090, growth: 27)
    switch SVTAV1.release {
    case ..<2: return memory
    case ..<4:
      memory.base = -1 << 20
      memory.perThread = 28 << 20
      memory.perWaitingThread = 680
    default:
      memory = EncoderMemory(
        base: -6 << 20, perThread: 18 << 20, inner: max(0, inner), still: 400, kept: 1510,
        growth: 27, perWaitingThread: 380)
    }
    memory.mostThreads = SVTAV1.mostThreads
    return memory
  }
}
