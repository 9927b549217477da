package import AnimTiming
package import Atlases

/// Images of one frame each, and an Android `AnimationDrawable` that shows them.
package struct AndroidDrawableAsset: PlayerAssetFiles {
  package var player: PlayerAsset { .androidDrawable }

  package let name: String
  package let drawable: AnimationDrawable
  private let plays: LoopCount

  /// - Parameters:
  ///   - name: the name of the animation resource.
  ///   - drawables: the resource of each frame, which is its file name without extension; may
  ///     repeat.
  ///   - timeline: the frames' timeline; boundaries are rounded to whole milliseconds.
  /// - Throws: ``PlayerAssetError`` and `TimingError` for frames shorter than half a millisecond.
  package init(
    name: String, drawables: [String], timeline: AnimationTimeline, plays: LoopCount = .forever
  ) throws {
    precondition(drawables.count == timeline.count, "a drawable for each frame")
    guard timeline.count > 0 else { throw PlayerAssetError.noFrames(player: .androidDrawable) }
    for name in [name] + drawables where !AnimationDrawable.isResourceName(name) {
      throw PlayerAssetError.name(
        name,
        detail: AnimationDrawable.namingRule,
        player: .androidDrawable)
    }
    let times = try timeline.rescaled(to: .milliseconds)
    drawable = AnimationDrawable(
      items: zip(drawables, times.durations).map { .init(drawable: $0, milliseconds: $1) },
      isOneShot: plays != .forever)
    self.name = name
    self.plays = plays
  }

  /// `walk.xml`, for the folder of the images.
  package var files: [(name: String, bytes: [UInt8])] {
    [("\(name).xml", Array(drawable.text.utf8))]
  }

  package var code: String {
    """
    imageView.setImageResource(R.drawable.\(field))
    (imageView.drawable as AnimationDrawable).start()

    """
  }

  /// The name in Kotlin: keywords are in backticks.
  private var field: String { Self.kotlinWords.contains(name) ? "`\(name)`" : name }

  /// Hard keywords of Kotlin that are not Java keywords.
  private static let kotlinWords: Set<String> = [
    "as", "fun", "in", "is", "object", "typealias", "typeof", "val", "var", "when",
  ]

  package var warnings: [String] {
    plays.totalPlays > 1
      ? ["an AnimationDrawable plays once or for ever: \(plays) becomes once"] : []
  }
}
