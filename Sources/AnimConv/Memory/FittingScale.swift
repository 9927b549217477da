internal import Messages
internal import Raster
internal import Stages
internal import Writing

/// The size that a remedy suggests if an encoder refuses the requested one.
enum FittingScale {
  /// The largest width below the planned one that fits, or else the smallest width above it.
  ///
  /// - Parameter fits: whether frames of this shape are accepted.
  /// - Returns: nil if no width fits.
  /// - Complexity: calls `fits` about 30 times.
  static func find(_ frames: PlayedFrames, fits: (ShapingPlan) -> Bool) -> Conversion.Shaping.Scale?
  {
    let planned = frames.shaping.picture.width
    func fitsAt(_ width: Int) -> Bool {
      var options = frames.options
      options.scale = .width(width)
      let shaping = try? ShapingPlan(
        options, source: frames.shaping.source, hasAlpha: frames.hasAlpha,
        defaultAlpha: frames.shaping.alpha)
      return shaping.map(fits) ?? false
    }
    // Sizes that fit are between those that are too small and those that are too large.
    if let width = search(from: planned, to: 1, fitsAt) { return .width(width) }
    return search(from: planned, to: ShapingPlan.maxSide, fitsAt).map(
      Conversion.Shaping.Scale.width)
  }

  /// The width nearest to `refused` that fits.
  private static func search(from refused: Int, to end: Int, _ fits: (Int) -> Bool) -> Int? {
    let sign = end < refused ? -1 : 1
    // A first width that fits, found in growing steps, each a sixteenth larger.
    var (outside, inside) = (refused, refused)
    repeat {
      if inside == end { return nil }
      outside = inside
      inside += sign * max(1, inside / 16)
      inside = sign < 0 ? max(inside, end) : min(inside, end)
    } while !fits(inside)
    while abs(outside - inside) > 1 {
      let middle = (outside + inside) / 2
      if fits(middle) { inside = middle } else { outside = middle }
    }
    return inside
  }
}

extension WritingError {
  /// This error with a size that fits; other errors unchanged.
  func offering(_ scale: Conversion.Shaping.Scale?) -> WritingError {
    guard case .pictureSize(let detail, let remedy) = self, case .width(let width)? = scale
    else { return self }
    let offer: ConversionMessage =
      "use \(.scale, Conversion.Shaping.Scale.width(width), swift: ".width(\(width))")"
    return .pictureSize(
      detail: detail, remedy: remedy == Self.shrinking ? offer : "\(offer), or \(remedy)")
  }
}

extension PlayedFrames {
  /// Refuses images whose sides exceed the format's limit.
  ///
  /// - Parameters:
  ///   - most: the largest side in pixels.
  ///   - format: `a WebP`.
  /// - Throws: ``WritingError/pictureSize(detail:remedy:)``.
  func checkSides(atMost most: Int, of format: String) throws(WritingError) {
    func fits(_ size: PixelSize) -> Bool { max(size.width, size.height) <= most }
    let size = shaping.output
    if fits(size) { return }
    throw WritingError.pictureSize(
      detail: "\(format) has at most \(most) pixels on a side, not \(size)",
      remedy: WritingError.shrinking
    ).offering(FittingScale.find(self) { fits($0.output) })
  }
}
