internal import AnimTiming
internal import Atlases
internal import Raster
internal import Stages

/// The frames of an editor's document in the form of an atlas, for selecting tags.
extension Atlas {
  /// Frames with delays only, and the tags.
  init(ofDocument size: PixelSize, delays: some Sequence<Delay>, tags: [AtlasTag]) {
    self.init(
      format: .aseprite,
      frames: delays.map {
        AtlasFrame(name: "", page: 0, rect: .empty, sourceSize: size, delay: $0)
      }, tags: tags)
  }

  /// The tags for selection; empty without tags.
  var listedTags: [ListedAnimation] {
    tags.isEmpty
      ? []
      : listedAnimations(
        rate: nil,
        usual: .declared(ticks: 1, timebase: ReadingOptions.defaultFrameRate.timebase),
        maxFrames: ReadingLimits().maxFrames)
  }
}
