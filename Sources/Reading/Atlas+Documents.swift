internal import AnimTiming
internal import Atlases
internal import Raster
internal import Stages

/// The frames of an editor's document as those of an atlas, for what can be chosen of it.
extension Atlas {
  /// The frames by their delays alone, and the tags.
  init(ofDocument size: PixelSize, delays: some Sequence<Delay>, tags: [AtlasTag]) {
    self.init(
      format: .aseprite,
      frames: delays.map {
        AtlasFrame(name: "", page: 0, rect: .empty, sourceSize: size, delay: $0)
      }, tags: tags)
  }

  /// The tags as they can be chosen; none without.
  var listedTags: [ListedAnimation] {
    tags.isEmpty
      ? []
      : listedAnimations(
        rate: nil,
        usual: .declared(ticks: 1, timebase: ReadingOptions.defaultFrameRate.timebase),
        maxFrames: ReadingLimits().maxFrames)
  }
}
