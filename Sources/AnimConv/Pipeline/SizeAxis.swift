internal import AnimTiming
internal import CLibrary
internal import Raster
internal import Writing

/// One dimension of a search for a number of bytes: changes to a conversion, from none to the worst
/// acceptable one.
struct SizeAxis {
  /// Without the first choice, which changes nothing.
  let choices: [SizeChoice]
  private let step: Conversion.SizeTarget.Step

  /// The choices of a step for a conversion with a known plan, without those that its constraints
  /// exclude.
  init(_ step: Conversion.SizeTarget.Step, _ conversion: Conversion, plan: Conversion.Plan) {
    self.step = step
    switch step {
    case .quality: choices = plan.content.qualities(conversion)
    case .size: choices = Self.sizes(conversion, plan)
    case .rate: choices = Self.rates(conversion, plan)
    }
  }

  /// The input of the search.
  var searched: SizeSearch.Axis {
    let expected = choices.compactMap(\.logSize)
    return SizeSearch.Axis(
      count: choices.count + 1, logSizes: expected.count == choices.count ? [0] + expected : nil,
      coarseness: 1 + choices.prefix(while: \.isBetween).count,
      lastResorts: choices.count { $0.isLastResort }, startsWithJump: step == .size)
  }

  private static func sizes(_ conversion: Conversion, _ plan: Conversion.Plan) -> [SizeChoice] {
    if plan.source.video?.light != nil { return [] }
    let full = plan.shaping.picture
    // Video encoders are slow, and their sizes can be predicted.
    let isVideo = plan.kind.container != nil
    let percents = isVideo ? Array((25...99).reversed()) : [90, 80, 70, 60, 50, 40, 33, 25]
    var last = full
    return percents.compactMap { percent -> SizeChoice? in
      func side(_ side: Int) -> Int {
        plan.content.suitedSide(max(1, (side * percent + 50) / 100))
      }
      let size = PixelSize(width: side(full.width), height: side(full.height))
      guard min(size.width, size.height) >= 16, size != last else { return nil }
      last = size
      var facts = MediaConstraint.Facts()
      facts.note(size: size)
      guard plan.kind.container == nil || allows(conversion.constraints, facts) else { return nil }
      // Scaling blurs a little, and smaller frames have more detail per pixel.
      let logSize = 0.45 * log(Double(size.area) / Double(full.area)) - 0.1
      return SizeChoice(title: "\(size)", logSize: isVideo ? logSize : nil) { conversion in
        if case .size = conversion.shaping.scale, conversion.shaping.fit != .inside {
        } else {
          conversion.shaping.fit = .exact
        }
        conversion.shaping.scale = .size(size)
      }
    }
  }

  private static func rates(_ conversion: Conversion, _ plan: Conversion.Plan) -> [SizeChoice] {
    guard case .number(let now)? = MediaConstraint.Facts(of: plan)[.fps] ?? nil else { return [] }
    return [30, 25, 24, 20, 15, 12, 10, 8, 6, 5].compactMap { rate -> SizeChoice? in
      var facts = MediaConstraint.Facts()
      facts[.fps] = .count(rate)
      guard MediaConstraint.Quantity(Int64(rate)) < now, allows(conversion.constraints, facts)
      else { return nil }
      return SizeChoice(title: "\(rate) fps") {
        $0.timing.schedule = .constant(FrameRate(Int64(rate)))
      }
    }
  }

  /// Whether no constraint rules it out, as far as known.
  private static func allows(_ constraints: [MediaConstraint], _ facts: MediaConstraint.Facts)
    -> Bool
  {
    constraints.allSatisfy { facts[$0.property] == nil || $0.isMet(by: facts[$0.property]) }
  }
}
