package import AnimTiming
package import Raster
package import Stages
package import TextFormats

/// The description of a sheet: where each frame lies on which picture, how long it stays and which
/// named stretches there are. Pixels are not part of it.
package struct Atlas: Sendable, Hashable {
  /// Which format it was read from; of no account when it is written.
  package var format: AtlasFormat
  /// The pictures, in the order of the data.
  package var pages: [AtlasPage]
  /// The frames in the order of the data.
  package var frames: [AtlasFrame]
  /// What lies over a frame, by the frame's index; few atlases have layers of their own.
  package var layersAbove: [Int: [AtlasLayer]] = [:]
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
  /// What of the data has no place in a list of frames and that a user should hear of.
  package var notes: [String] = []
  /// What frames are called that have nothing but a number for a name; empty when nobody knows.
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

  /// The smallest size that holds every full frame; frames of other sizes are common in atlases.
  package var size: PixelSize {
    frames.reduce(PixelSize(width: 0, height: 0)) { size, frame in
      PixelSize(
        width: max(size.width, frame.sourceSize.width),
        height: max(size.height, frame.sourceSize.height))
    }
  }

  /// A frame and what lies over it, from the bottom.
  package func parts(of index: Int) -> [AtlasFrame] {
    [frames[index]] + (layersAbove[index] ?? []).map(\.frame)
  }

  /// Whether any frame says how long it stays.
  package var hasDelays: Bool {
    frames.contains { $0.delay != .missing }
  }
}

/// One picture of an atlas.
package struct AtlasPage: Sendable, Hashable {
  /// The file that the data names, untrusted; nil when it names none, which means the picture has
  /// the name of the data.
  package var image: String?
  /// Its size in pixels as the data says; nil when it does not.
  package var size: PixelSize?
  /// How many pixels of it are one unit of the original, such as 0.5 or 2.
  package var scale: ExactDecimal
  /// Whether the colour of its pixels is already multiplied by their alpha.
  package var isPremultiplied: Bool
  /// The file that marks the folder from which ``image`` counts, in the nearest folder above the data,
  /// such as `project.godot`; nil when it counts from the data.
  package var projectFile: String?
  /// The file of data that names the picture when it is not the one that was opened, untrusted.
  package var dataName: String?
  /// The picture's own bytes when the data holds them.
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

/// A layer that is drawn over a frame.
package struct AtlasLayer: Sendable, Hashable {
  /// Where it is; its size is that of the frame below, its delay does not count.
  package var frame: AtlasFrame
  /// How its colours meet those below, in Aseprite's words; nil for normal.
  package var mode: String?
  /// From 0, nothing, to 255.
  package var opacity: UInt8

  package init(frame: AtlasFrame, mode: String? = nil, opacity: UInt8 = 255) {
    self.frame = frame
    self.mode = mode
    self.opacity = opacity
  }
}

/// A named list of an atlas's frames; a frame may be in it several times.
package struct AtlasAnimation: Sendable, Hashable {
  package var name: String
  /// Indices into ``Atlas/frames``, in the order in which they show; never empty.
  package var indices: [Int]
  /// How long each shows; empty when the frames' own delays hold, else one for each index.
  package var delays: [Delay]
  /// How often it is played; nil when the data does not say.
  package var plays: LoopCount?

  package init(name: String, indices: [Int], delays: [Delay] = [], plays: LoopCount? = nil) {
    self.name = name
    self.indices = indices
    self.delays = delays
    self.plays = plays
  }
}
