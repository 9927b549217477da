internal import AnimTiming
internal import Atlases

extension PlayedFrames {
  /// The source's tags and animations in terms of the output frames of the first play, and the
  /// names of those that these frames cannot express.
  var named: (kept: NamedAnimations, lost: [String]) {
    guard !source.named.isEmpty else { return (NamedAnimations(), []) }
    let places = NamedAnimations.Places(
      shown: timing.sourceIndices, count: source.frames.count
    ) { frame, place in source.frames[frame].delay.time == delay(place).time }
    return source.named.moved(to: places)
  }
}
