package import AnimTiming
package import Raster
package import Stages
package import TextFormats

/// A sheet's description: the place of each frame on its page, its duration, and named ranges.
/// Pixels are not part of it.
package struct Atlas: Sendable, Hashable {
  /// The format that it was read from; ignored for writing.
  package var format: AtlasFormat
  /// The pages, in the order of the data.
  package var pages: [AtlasPage]
  /// The frames in the order of the data.
  package var frames: [AtlasFrame]
  /// Overlays of a frame, by the frame's index; few atlases have separate layers.
  package var layersAbove: [Int: [AtlasLayer]] = [:]
  /// Stretches of ``frames``.
  package var tags: [AtlasTag]
  /// Named lists of frames.
  package var animations: [AtlasAnimation]
  /// The loop count of all frames together; nil if the data has none.
  package var plays: LoopCount?
  /// Names of further packs in the data ("related multi packs"); untrusted.
  package var relatedFiles: [String]
  /// Tolerated errors in the data.
  package var warnings: [ReadingWarning]
  /// Notes for users about parts of the data that a list of frames cannot express.
  package var notes: [String] = []
  /// The name for frames that only have a number; empty if unknown.
  package var title = ""

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

  /// The smallest size that contains every full frame; atlases often have frames of different
  /// sizes.
  package var size: PixelSize {
    frames.reduce(PixelSize(width: 0, height: 0)) { size, frame in
      PixelSize(
        width: max(size.width, frame.sourceSize.width),
        height: max(size.height, frame.sourceSize.height))
    }
  }

  /// A frame and its overlays, from the bottom.
  package func parts(of index: Int) -> [AtlasFrame] {
    [frames[index]] + (layersAbove[index] ?? []).map(\.frame)
  }

  /// Whether any frame has a duration.
  package var hasDelays: Bool {
    frames.contains { $0.delay != .missing }
  }
}

/// One page of an atlas.
package struct AtlasPage: Sendable, Hashable {
  /// The file name in the data, untrusted; nil if there is none, which means that the image has the
  /// data's name.
  package var image: String?
  /// Its size in pixels according to the data; nil if it has none.
  package var size: PixelSize?
  /// The scale relative to the original, such as 0.5 or 2.
  package var scale: ExactDecimal
  /// Whether its colours are premultiplied.
  package var isPremultiplied: Bool
  /// The file that marks the base folder of ``image``, in the nearest folder above the data, such
  /// as `project.godot`; nil if the path is relative to the data.
  package var projectFile: String?
  /// The data file that names the image if it is not the opened one, untrusted.
  package var dataName: String?
  /// The image's bytes if they are embedded in the data.
  package var bytes: [UInt8]?

  package init(
    image: String?, size: PixelSize? = nil, scale: ExactDecimal = ExactDecimal(1),
    isPremultiplied: Bool = false
  ) {
    self.image = image
    self.size = size
    self.scale = scale
    self.isPremultiplied = isPremultiplied
  }
}

/// A layer drawn over a frame.
package struct AtlasLayer: Sendable, Hashable {
  /// Its place; its size is that of the frame below, and its delay is ignored.
  package var frame: AtlasFrame
  /// The blend mode in Aseprite's terms; nil for normal.
  package var mode: String?
  /// From 0, nothing, to 255.
  package var opacity: UInt8

  package init(frame: AtlasFrame, mode: String? = nil, opacity: UInt8 = 255) {
    self.frame = frame
    self.mode = mode
    self.opacity = opacity
  }
}

/// A named list of an atlas's frames, possibly with repetitions.
package struct AtlasAnimation: Sendable, Hashable {
  package var name: String
  /// Indices into ``Atlas/frames``, in display order; never empty.
  package var indices: [Int]
  /// The duration of each; empty if the frames' own delays apply, otherwise one for each index.
  package var delays: [Delay]
  /// The loop count; nil if the data has none.
  package var plays: LoopCount?

  package init(name: String, indices: [Int], delays: [Delay] = [], plays: LoopCount? = nil) {
    self.name = name
    self.indices = indices
    self.delays = delays
    self.plays = plays
  }
}
