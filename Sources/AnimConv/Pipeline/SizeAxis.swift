internal import AnimTiming
internal import Raster
internal import Writing

/// What a search for a number of bytes may do in one respect: changes to a conversion, from none to
/// the worst that is acceptable.
struct SizeAxis {
  /// One change, and how to tell of it.
  struct Choice {
    let title: String
    let apply: (inout Conversion) -> Void
  }

  /// Without the first choice, which changes nothing.
  let choices: [Choice]

  /// The choices of a step for a conversion whose plan is known, without those that its constraints
  /// rule out.
  init(_ step: SizeTarget.Step, _ conversion: Conversion, plan: ConversionPlan) {
    switch step {
    case .quality: choices = Self.qualities(conversion, plan)
    case .size: choices = Self.sizes(conversion, plan)
    case .rate: choices = Self.rates(conversion, plan)
    }
  }

  private static func qualities(_ conversion: Conversion, _ plan: ConversionPlan) -> [Choice] {
    guard case .video(let video) = plan.content else {
      let format = conversion.frames.format ?? .png
      if case .frames = plan.content, format != .png {
        let now = conversion.frames.quality ?? (format == .jpeg ? JPEGPicture.defaultQuality : 101)
        return stride(from: 95, through: 30, by: -5).filter { $0 < now }.map { quality in
          Choice(title: "quality \(quality)") { $0.frames.quality = quality }
        }
      }
      let level = max(conversion.sheet.png.level, conversion.frames.png.level)
      return level >= 9
        ? []
        : [
          Choice(title: "PNG level 9") {
            $0.sheet.png.level = 9
            $0.frames.png.level = 9
          }
        ]
    }
    if let crf = video.encoding.crf {
      let worst = video.encoding.codec.worstCRF
      return crf >= worst
        ? [] : (crf + 1...worst).map { crf in Choice(title: "crf \(crf)") { $0.video.crf = crf } }
    }
    guard let bitrate = video.encoding.bitrate else { return [] }
    // Down to a tenth, by a fifth each.
    return sequence(first: bitrate * 4 / 5) { $0 * 4 / 5 }
      .prefix { $0 >= max(1000, bitrate / 10) }
      .map { rate in Choice(title: "\(rate) bit/s") { $0.video.bitrate = rate } }
  }

  private static func sizes(_ conversion: Conversion, _ plan: ConversionPlan) -> [Choice] {
    let full = plan.shaping.picture
    let isVideo = if case .video = plan.content { true } else { false }
    return [90, 80, 70, 60, 50, 40, 33, 25].compactMap { percent -> Choice? in
      func side(_ side: Int) -> Int {
        let scaled = max(1, (side * percent + 50) / 100)
        // Odd sides of a video would be padded.
        return isVideo ? max(2, scaled & ~1) : scaled
      }
      let size = PixelSize(width: side(full.width), height: side(full.height))
      guard min(size.width, size.height) >= 16 else { return nil }
      var facts = MediaFacts()
      facts.note(size: size)
      guard isVideo == false || allows(conversion.constraints, facts) else { return nil }
      return Choice(title: "\(size)") { conversion in
        if case .size = conversion.shaping.scale, conversion.shaping.fit != .inside {
        } else {
          conversion.shaping.fit = .exact
        }
        conversion.shaping.scale = .size(size)
      }
    }
  }

  private static func rates(_ conversion: Conversion, _ plan: ConversionPlan) -> [Choice] {
    guard case .number(let now)? = MediaFacts(of: plan)[.fps] ?? nil else { return [] }
    return [30, 25, 24, 20, 15, 12, 10, 8, 6, 5].compactMap { rate -> Choice? in
      var facts = MediaFacts()
      facts[.fps] = .count(rate)
      guard Quantity(Int64(rate)) < now, allows(conversion.constraints, facts) else { return nil }
      return Choice(title: "\(rate) fps") { $0.timing.schedule = .constant(FrameRate(Int64(rate))) }
    }
  }

  /// Whether no constraint speaks against what is known.
  private static func allows(_ constraints: [Constraint], _ facts: MediaFacts) -> Bool {
    constraints.allSatisfy { facts[$0.property] == nil || $0.isMet(by: facts[$0.property]) }
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
