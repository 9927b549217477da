internal import AnimTiming
internal import CLibrary
internal import Messages
internal import Raster
internal import Stages
internal import Writing

extension VideoPlan: OutputPlan {
  func makeDelivery(
    _ plan: ConversionPlan, tick: @escaping () throws -> Void
  ) throws -> any Delivery {
    try VideoDelivery(plan, self, tick: tick)
  }

  func note(in facts: inout MediaFacts, of plan: ConversionPlan) {
    facts.note(size: encoding.codedSize)
    facts.note(timing.timeline, size: encoding.codedSize)
    facts[.codec] = .word(encoding.codec.rawValue)
    facts[.pixelFormat] = .word(encoding.pixelFormat)
    facts[.alpha] = .truth(encoding.hasAlpha)
    facts[.sound] = .truth(sound.kept != nil)
  }

  func qualities(_ conversion: Conversion) -> [SizeChoice] {
    if let crf = encoding.crf {
      let codec = encoding.codec
      let worst = codec.worstCRF + codec.lastResorts
      guard crf < worst else { return [] }
      let steps = encoding.tenthsOfCRF
      let hasSlower = steps.count == 1 && conversion.video.encoderPreset == nil
      let slower = hasSlower ? encoding.slowerPresets : []
      let all = (crf...worst).flatMap { crf in steps.map { 10 * crf + $0 } }
      return all.filter { $0 <= 10 * worst }.flatMap { tenths in
        let title = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
        let logSize = codec.logSize(tenthsOfCRF: tenths) - codec.logSize(tenthsOfCRF: 10 * crf)
        // For VP9, the gain of fractional factors differs from clip to clip.
        let isUncertain = codec == .vp9 && tenths % 10 > 0
        let plain = SizeChoice(
          title: "crf \(title)", logSize: logSize, isBetween: isUncertain,
          isLastResort: tenths > 10 * codec.worstCRF
        ) {
          $0.video.crf = tenths / 10
          $0.video.crfTenths = tenths % 10
        }
        let between = slower.map { preset, saving in
          SizeChoice(
            title: "crf \(title), preset \(preset)", logSize: logSize - saving, isBetween: true
          ) {
            plain.apply(&$0)
            $0.video.encoderPreset = preset
          }
        }
        return (tenths > 10 * crf ? [plain] : []) + (tenths < 10 * worst ? between : [])
      }
    }
    guard let bitrate = encoding.bitrate else { return [] }
    // Down to a tenth.
    return (10...98).reversed().compactMap { percent in
      let rate = bitrate / 100 * percent
      guard rate >= 1000 else { return nil }
      return SizeChoice(title: "\(rate) bit/s", logSize: log(Double(percent) / 100)) {
        $0.video.bitrate = rate
      }
    }
  }

  /// Odd sides would be padded.
  func suitedSide(_ side: Int) -> Int { max(2, side & ~1) }

  var tellsOfSound: Bool { true }

  var contents: MediaContents { kept.contents }

  var noteOnChapters: Message? { kept.chaptersNote }

  var sourceWarnings: [ReadingWarning] { sound.warnings }

  func notes(_ plan: ConversionPlan) -> [Message] {
    let keeper = encoding.container.codecs.first(where: \.supportsAlpha)?.title ?? "WebM"
    var notes =
      notesOfSplitAlpha(plan.shaping, plan.timing.schedule.frameRate)
      + plan.shaping.noteOfFlattening(keeper: "\(keeper) keeps")
    if encoding.isPadded {
      let need = encoding.hasAlpha ? "cannot encode a single row with alpha" : "needs even sides"
      notes.append(
        "padded from \(encoding.size) to \(encoding.codedSize) by repeating the edge, because "
          + "\(encoding.codec.title) \(need)")
    }
    if let note = sound.note { notes.append(note) }
    let hasSound = if case .kept = sound { true } else { false }
    notes += encoding.lostLanguages(of: kept.contents, hasSound: hasSound).map {
      "the language \($0) is left out, because QuickTime has no number for it; MP4 and WebM keep it"
    }
    return notes
  }

  private func notesOfSplitAlpha(_ shaping: ShapingPlan, _ rate: FrameRate?) -> [Message] {
    guard shaping.alpha.separatesAlpha else { return [] }
    var notes: [Message] = []
    if shaping.alpha == .mix, let rate {
      notes.append(
        "\(timing.timeline.count) pictures, colour and alpha in turn, at \(rate) per second: the "
          + "file is twice as long as the animation")
    }
    if !shaping.hasTransparency {
      notes.append(
        "no pixel is transparent, so all alpha is white; without \(shaping.alpha.setting) one MP4 "
          + "looks the same")
    }
    return notes
  }
}

extension VideoEncoding {
  /// Presets with fewer bytes at the same constant rate factor and the same quality, with the
  /// approximate drop of the natural logarithm of the size. The drop is smaller than that of the
  /// next factor, because encoders have only whole factors. They take 1.3 to 3 times as long.
  fileprivate var slowerPresets: [(preset: String, saving: Double)] {
    switch (codec, preset) {
    case (.vp9, "1"): [("0", 0.03)]
    case (.av1, "7") where encoder == "libsvtav1": [("6", 0.035)]
    case (.av1, "6") where encoder == "libsvtav1": [("5", 0.03)]
    default: []
    }
  }
}

extension VideoCodec {
  /// The natural logarithm of the size for a constant rate factor, up to a constant: the mean over
  /// the clips of `Tests/Benchmarks/quality` and others, with each codec's default encoder. The
  /// last factors of VP9 and AV1 are larger quantizer steps with little effect.
  fileprivate func logSize(tenthsOfCRF tenths: Int) -> Double {
    let crf = Double(tenths) / 10
    func cube(from first: Double) -> Double {
      let share = max(0, crf - first) / (63 - first)
      return share * share * share
    }
    return switch self {
    case .h264: -0.083 * crf
    case .hevc: -0.094 * crf
    case .vp9: -0.034 * crf - 0.2 * cube(from: 52)
    case .av1: -0.042 * crf - 0.3 * cube(from: 54)
    case .vp8: -0.05 * crf
    case .prores: 0
    }
  }

  /// The constant rate factor beyond which a smaller frame looks better. For VP9 and AV1, no
  /// smaller frame looks better at equal size except at the last factor of AV1, and dithered
  /// content looks far worse.
  fileprivate var worstCRF: Int {
    switch self {
    case .h264, .hevc: 40
    case .vp9: 63
    case .av1: 62
    case .vp8: 56
    case .prores: 0
    }
  }

  /// The number of factors beyond that limit that beat a smaller frame if they alone suffice,
  /// because scaling starts with a jump in size.
  fileprivate var lastResorts: Int {
    switch self {
    case .h264, .hevc: 3
    case .vp9, .vp8, .av1, .prores: 0
    }
  }
}
