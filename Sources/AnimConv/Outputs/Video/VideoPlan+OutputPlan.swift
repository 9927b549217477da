internal import AnimTiming
internal import CLibrary
internal import Messages
internal import Raster
internal import Stages
internal import Writing

extension VideoPlan: OutputPlan {
  func makeDelivery(
    _ plan: Conversion.Plan, tick: @escaping () throws -> Void
  ) throws -> any Delivery {
    try VideoDelivery(plan, self, tick: tick)
  }

  func note(in facts: inout MediaConstraint.Facts, of plan: Conversion.Plan) {
    facts.note(size: encoding.codedSize)
    facts.note(timing.timeline, size: encoding.codedSize)
    facts[.codec] = .word(encoding.codec.rawValue)
    facts[.pixelFormat] = .word(encoding.pixelFormat)
    facts[.alpha] = .truth(encoding.hasAlpha)
    facts[.sound] = .truth(sound.kept != nil)
  }

  func qualities(_ conversion: Conversion) -> [SizeChoice] {
    if let crf = encoding.crf, let scale = encoding.recipe.quality {
      let worst = scale.worst + scale.lastResorts
      guard crf < worst else { return [] }
      let steps = encoding.tenthsOfCRF
      let hasSlower = steps.count == 1 && conversion.video.encoderPreset == nil
      let slower = hasSlower ? encoding.preset.flatMap { scale.slowerPresets[$0] } : nil
      let all = (crf...worst).flatMap { crf in steps.map { 10 * crf + $0 } }
      return all.filter { $0 <= 10 * worst }.flatMap { tenths in
        let title = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
        let logSize = scale.logSize(tenths: tenths) - scale.logSize(tenths: 10 * crf)
        let plain = SizeChoice(
          title: "crf \(title)", logSize: logSize,
          isBetween: scale.tenthsAreUncertain && tenths % 10 > 0,
          isLastResort: tenths > 10 * scale.worst
        ) {
          $0.video.quality = nil
          $0.video.crf = Double(tenths) / 10
          $0.video.roundsCRF = true
          $0.video.encoder = encoding.encoder
        }
        let between = slower.map { slower in
          SizeChoice(
            title: "crf \(title), preset \(slower.preset)", logSize: logSize - slower.saving,
            isBetween: true
          ) {
            plain.apply(&$0)
            $0.video.encoderPreset = slower.preset
          }
        }
        let further = tenths < 10 * worst ? [between].compactMap(\.self) : []
        return (tenths > 10 * crf ? [plain] : []) + further
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

  /// With the same preset: slower presets are only used in searches for a number of bytes.
  func bestQuality(_ conversion: Conversion) -> SizeChoice? {
    // Some codecs are lossless at 0.
    guard encoding.crf != nil, let scale = encoding.recipe.quality else { return nil }
    let crf = max(1, scale.range.lowerBound)
    return SizeChoice(title: "crf \(crf)", logSize: 0) { [encoding] in
      $0.video.quality = nil
      $0.video.crf = Double(crf)
      $0.video.encoder = encoding.encoder
      $0.video.encoderPreset = encoding.preset
    }
  }

  var roundTrip: SampleRoundTrip? { SampleRoundTrip(encoding) }

  var chroma: VideoOptions.Chroma? {
    encoding.isSharp ? .sharp : openChroma == nil ? nil : .yuv420
  }

  /// Odd sides would be padded.
  func suitedSide(_ side: Int) -> Int { max(2, side & ~1) }

  var tellsOfSound: Bool { true }

  var contents: MediaContents { kept.contents }

  var noteOnChapters: ConversionMessage? { kept.chaptersNote }

  var sourceWarnings: [ReadingWarning] { sound.warnings }

  func notes(_ plan: Conversion.Plan) -> [ConversionMessage] {
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
    if let note = noteOfPixelArt(plan.shaping) { notes.append(note) }
    if let note = sound.note { notes.append(note) }
    let hasSound = if case .kept = sound { true } else { false }
    notes += encoding.lostLanguages(of: kept.contents, hasSound: hasSound).map {
      "the language \($0) is left out, because QuickTime has no number for it; MP4 and WebM keep it"
    }
    return notes
  }

  /// Sprites are small, and shown enlarged. Three of them, enlarged 4 times, had a SSIMULACRA2 of
  /// 30 to 38, and of 84 to 86 if they were encoded at that size.
  private func noteOfPixelArt(_ shaping: ShapingPlan) -> ConversionMessage? {
    guard encoding.isPixelArt, encoding.format == .yuv420(alpha: false),
      shaping.scaled == shaping.crop.size, (256...256 * 256).contains(encoding.size.area)
    else { return nil }
    return
      "pixel art of \(encoding.size) blurs where players enlarge it; \(.scale, "4x") keeps it sharp for "
      + "14 to 62 percent more bytes"
  }

  private func notesOfSplitAlpha(_ shaping: ShapingPlan, _ rate: FrameRate?) -> [ConversionMessage]
  {
    guard shaping.alpha.separatesAlpha else { return [] }
    var notes: [ConversionMessage] = []
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
