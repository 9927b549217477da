internal import AnimTiming
internal import Messages
internal import Raster
internal import Writing

extension VideoPlan: OutputPlan {
  func makeDelivery(
    _ plan: ConversionPlan, tick: @escaping () throws -> Void
  ) throws -> any Delivery {
    try VideoDelivery(plan, self)
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
      let worst = encoding.codec.worstCRF
      return crf >= worst
        ? []
        : (crf + 1...worst).map { crf in SizeChoice(title: "crf \(crf)") { $0.video.crf = crf } }
    }
    guard let bitrate = encoding.bitrate else { return [] }
    // Down to a tenth, by a fifth each.
    return sequence(first: bitrate * 4 / 5) { $0 * 4 / 5 }
      .prefix { $0 >= max(1000, bitrate / 10) }
      .map { rate in SizeChoice(title: "\(rate) bit/s") { $0.video.bitrate = rate } }
  }

  /// Odd sides would be padded.
  func suitedSide(_ side: Int) -> Int { max(2, side & ~1) }

  var tellsOfSound: Bool { true }

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

extension VideoCodec {
  /// The constant rate factor beyond which a smaller picture looks better.
  fileprivate var worstCRF: Int {
    switch self {
    case .h264, .hevc: 40
    case .av1, .vp9, .vp8: 56
    case .prores: 0
    }
  }
}
