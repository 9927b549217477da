package import AnimTiming
package import Raster
package import Stages

/// The description of a sheet: where each frame lies on which picture, how long it stays and which
/// named stretches there are. Pixels are not part of it.
package struct Atlas: Sendable, Hashable {
  /// Which format it was read from; of no account when it is written.
  package var format: AtlasFormat
  /// The pictures, in the order of the data.
  package var pages: [AtlasPage]
  /// The frames in the order of the data.
  package var frames: [AtlasFrame]
  /// Stretches of ``frames``.
  package var tags: [AtlasTag]
  /// Named lists of frames.
  package var animations: [AtlasAnimation]
  /// How often all frames together are played; nil when the data does not say.
  package var plays: LoopCount?
  /// Descriptions of further pages, as the data names them ("related multi packs"); untrusted.
  package var relatedFiles: [String]
  /// What was wrong with the data and was tolerated.
  package var warnings: [ReadingWarning]

  package init(
    format: AtlasFormat, pages: [AtlasPage] = [], frames: [AtlasFrame] = [],
    tags: [AtlasTag] = [], animations: [AtlasAnimation] = [], plays: LoopCount? = nil,
    relatedFiles: [String] = [], warnings: [ReadingWarning] = []
  ) {
    self.format = format
    self.pages = pages
    self.frames = frames
    self.tags = tags
    self.animations = animations
    self.plays = plays
    self.relatedFiles = relatedFiles
    self.warnings = warnings
  }

  /// The smallest size that holds every full frame; frames of other sizes are common in atlases.
  package var size: PixelSize {
    frames.reduce(PixelSize(width: 0, height: 0)) { size, frame in
      PixelSize(
        width: max(size.width, frame.sourceSize.width),
        height: max(size.height, frame.sourceSize.height))
    }
  }

  /// Whether any frame says how long it stays.
  package var hasDelays: Bool {
    frames.contains { $0.delay != .missing }
  }
}
