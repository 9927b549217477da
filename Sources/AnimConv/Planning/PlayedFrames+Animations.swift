internal import AnimTiming
internal import Atlases

extension PlayedFrames {
  /// The tags and animations of the source, counted in the output frames of the first play, and the names
  /// of those that these frames cannot show.
  var named: (kept: NamedAnimations, lost: [String]) {
    guard !source.named.isEmpty else { return (NamedAnimations(), []) }
    let places = NamedAnimations.Places(
      shown: timing.sourceIndices, count: source.frames.count
    ) { frame, place in source.frames[frame].delay.time == delay(place).time }
    return source.named.moved(to: places)
  }
}
