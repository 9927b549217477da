package import AnimTiming
internal import TextFormats

/// Images for `UIImage.animatedImageNamed` and `UIImageView.animationImages`: equal slots, repeated
/// according to each frame's duration, and the total duration.
package struct AnimatedImageAsset: PlayerAssetFiles {
  package var player: PlayerAsset { .animatedImage }
  /// UIKit looks for `image0` to `image1024`.
  package static let maxImages = 1025

  /// How slots become files.
  package enum Files: String, Sendable, Hashable, CaseIterable {
    /// A file for each slot, from `walk0.png`: one call loads them.
    case eachSlot
    /// A file for each frame, and a list of their durations.
    case eachFrame
  }

  package let name: String
  package let slots: SlotExpansion
  package let plays: LoopCount
  package let layout: Files

  /// - Parameters:
  ///   - name: the prefix of names; the unpadded number follows, from 0.
  ///   - timeline: the frames' timeline, with at least one frame.
  /// - Throws: ``PlayerAssetError``.
  package init(
    name: String, timeline: AnimationTimeline, plays: LoopCount = .forever,
    files layout: Files = .eachSlot
  ) throws {
    try checkName(name, player: .animatedImage)
    guard timeline.count > 0 else { throw PlayerAssetError.noFrames(player: .animatedImage) }
    slots = SlotExpansion(timeline)
    if layout == .eachSlot, slots.slotCount > Self.maxImages {
      throw PlayerAssetError.tooManyImages(
        slots.slotCount, allowed: Self.maxImages, player: .animatedImage)
    }
    self.name = name
    self.plays = plays
    self.layout = layout
  }

  /// The number of files.
  package var fileCount: Int { layout == .eachSlot ? slots.slotCount : slots.counts.count }

  /// The file of a slot or frame, from 0.
  package func fileName(of index: Int, scale: Int = 1) -> String {
    "\(name)\(index)\(scale == 1 ? "" : "@\(scale)x").png"
  }

  /// `walk.json`: `images`, `duration` in seconds and `slots`, the number of slots for each image.
  package var files: [(name: String, bytes: [UInt8])] {
    let counts = layout == .eachSlot ? Array(repeating: 1, count: fileCount) : slots.counts
    let json = JSONOutput.object([
      ("images", .integer(fileCount)), ("duration", .number(seconds)),
      ("slots", .list(counts.map { .integer($0) }, .inline)),
      ("loopCount", .integer(plays.totalPlays)),
    ])
    return [("\(name).json", json.bytes)]
  }

  package var code: String {
    switch layout {
    case .eachSlot:
      return """
        let image = UIImage.animatedImageNamed(\(codeText(name)), duration: \(seconds))
        imageView.image = image

        """
    case .eachFrame:
      return """
        let slots: [Int] = [\(slots.counts.map(String.init).joined(separator: ", "))]
        imageView.animationImages = slots.enumerated().flatMap { index, count in
          Array(repeating: UIImage(named: \(codeText(name)) + "\\(index)")!, count: count)
        }
        imageView.animationDuration = \(seconds)
        imageView.animationRepeatCount = \(plays.totalPlays)
        imageView.startAnimating()

        """
    }
  }

  package var warnings: [String] {
    layout == .eachSlot && plays != .forever
      ? ["an animated image plays for ever: use animationImages to play \(plays)"] : []
  }

  /// The total duration, rounded to a nanosecond.
  private var seconds: ExactDecimal {
    let slot = slots.slotDuration
    let total = Int128(slot.numerator) * Int128(slots.slotCount)
    return ExactDecimal(total, over: Int128(slot.denominator), places: 9)
      ?? ExactDecimal(Int64(clamping: total / Int128(slot.denominator)))
  }
}
