package import AnimTiming

/// The features of a sheet that a format can express; anything else is refused, never lost
/// silently.
package struct AtlasDataCapabilities: Sendable, Hashable {
  /// Whether players of the format know each frame's duration.
  package var carriesTime: Bool
  /// How much of the loop count they know.
  package var plays: Plays
  /// How a frame may be rotated on the sheet; ``AtlasFrame/Rotation/none`` if not at all.
  package var rotation: AtlasFrame.Rotation
  /// Whether transparent borders may be trimmed.
  package var carriesTrimming: Bool
  package var pages: Pages
  /// Whether all frames must have the same size.
  package var needsEqualSizes: Bool
  package var animations: Animations
  /// Whether players show frames only as part of an animation.
  var showsOnlyAnimations: Bool
  /// The arrangement of cells that the format describes.
  package var grid: Grid
  /// The unit of its durations, if it is coarser than a millisecond.
  package var tick: Timebase?

  package init(
    carriesTime: Bool, plays: Plays = .none, rotation: AtlasFrame.Rotation = .none,
    carriesTrimming: Bool = false, pages: Pages = .one, needsEqualSizes: Bool = false,
    animations: Animations = .none, showsOnlyAnimations: Bool = false,
    grid: Grid = .any, tick: Timebase? = nil
  ) {
    self.carriesTime = carriesTime
    self.plays = plays
    self.rotation = rotation
    self.carriesTrimming = carriesTrimming
    self.pages = pages
    self.needsEqualSizes = needsEqualSizes
    self.animations = animations
    self.showsOnlyAnimations = showsOnlyAnimations
    self.grid = grid
    self.tick = tick
  }

  /// How much of the loop count is kept.
  package enum Plays: Sendable, Hashable {
    /// The player decides.
    case none
    /// Once or forever; a finite loop count becomes one play, which ends on the same frame.
    case onceOrForever
    /// The player repeats every animation forever.
    case forever
    case any
  }

  /// The arrangement of cells, from the least to the most orderly.
  package enum Grid: Int, Sendable, Hashable, Comparable {
    /// Cells may be anywhere; data contains their rectangles.
    case any
    /// Rows and columns of equal cells, with a margin and equal spacing; data contains their
    /// numbers.
    case spaced
    /// An even grid without any other pixels.
    case gapless

    package static func < (a: Grid, b: Grid) -> Bool { a.rawValue < b.rawValue }
  }

  /// How several named animations are kept.
  package enum Animations: Sendable, Hashable {
    /// All frames are one animation.
    case none
    /// Frames are named after their animation; directions are written out as frames.
    case byName
    /// Ranges of the frames, with a direction.
    case tags
    /// Lists of any frames.
    case lists
  }

  /// The allowed number of images.
  package enum Pages: Sendable, Hashable {
    case one
    /// Several, if frames are on them in order: all of the first page, then all of the second.
    /// There is one file per page, or the pages list their frames.
    case inOrder
    /// Several, with frames anywhere.
    case any
    /// One image per frame, which it fills; identical frames may share one.
    case eachFrame
  }
}

extension AtlasDataFormat {
  /// The features that the format can express.
  package var capabilities: AtlasDataCapabilities {
    switch self {
    case .aseprite:
      AtlasDataCapabilities(
        carriesTime: true, plays: .any, rotation: .clockwise, carriesTrimming: true,
        pages: .inOrder, animations: .lists)
    case .asepriteArray:
      AtlasDataCapabilities(
        carriesTime: true, plays: .any, rotation: .clockwise, carriesTrimming: true,
        pages: .inOrder, animations: .tags)
    // Phaser (3.55 to 4.2) mirrors the coordinates of rotated frames and never rotates them back.
    case .phaser:
      AtlasDataCapabilities(
        carriesTime: true, plays: .any, carriesTrimming: true, pages: .inOrder,
        animations: .lists)
    case .asepriteNumbers:
      AtlasDataCapabilities(
        carriesTime: true, plays: .any, carriesTrimming: true, animations: .tags)
    case .pixi:
      AtlasDataCapabilities(
        carriesTime: true, rotation: .clockwise, carriesTrimming: true, pages: .inOrder,
        animations: .lists)
    case .cocos:
      AtlasDataCapabilities(
        carriesTime: true, plays: .any, rotation: .clockwise, carriesTrimming: true,
        pages: .inOrder, animations: .lists)
    case .texturePacker, .texturePackerArray, .starling:
      AtlasDataCapabilities(
        carriesTime: false, rotation: .clockwise, carriesTrimming: true, pages: .inOrder,
        animations: .byName)
    case .libgdx:
      AtlasDataCapabilities(
        carriesTime: false, rotation: .counterclockwise, carriesTrimming: true, pages: .inOrder,
        animations: .byName)
    case .godot:
      AtlasDataCapabilities(
        carriesTime: true, plays: .onceOrForever, carriesTrimming: true, pages: .any,
        animations: .lists, showsOnlyAnimations: true)
    case .unity:
      AtlasDataCapabilities(carriesTime: false, pages: .inOrder, animations: .byName)
    case .yysprite: AtlasDataCapabilities(carriesTime: true, plays: .any)
    case .css:
      AtlasDataCapabilities(
        carriesTime: true, plays: .any, needsEqualSizes: true, animations: .lists,
        showsOnlyAnimations: true)
    // Tiled repeats animations forever, and stores whole milliseconds.
    case .tiled, .tiledJSON:
      AtlasDataCapabilities(
        carriesTime: true, plays: .forever, needsEqualSizes: true, animations: .lists,
        showsOnlyAnimations: true, grid: .spaced)
    // The game counts ticks of 1/20 s.
    case .minecraft:
      AtlasDataCapabilities(
        carriesTime: true, plays: .forever, needsEqualSizes: true, grid: .gapless,
        tick: Timebase(1, 20))
    case .webvtt: AtlasDataCapabilities(carriesTime: true, pages: .any)
    case .android:
      AtlasDataCapabilities(carriesTime: true, plays: .onceOrForever, pages: .eachFrame)
    }
  }
}
