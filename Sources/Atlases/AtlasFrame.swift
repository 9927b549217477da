package import AnimTiming
package import Raster
package import TextFormats

/// Where one frame lies and how it becomes a full picture again.
package struct AtlasFrame: Sendable, Hashable {
  /// The name in the data, untrusted; not always unique.
  package var name: String
  /// Index of the picture in ``Atlas/pages``.
  package var page: Int
  /// What it covers of the picture, in pixels, rotated as it is stored. Empty when the frame has no
  /// visible pixel.
  package var rect: PixelRect
  /// Where its upright content lies in the full frame; may reach beyond it, then it is clipped.
  package var offset: PixelOffset
  /// The full frame, trimmed borders included, in pixels.
  package var sourceSize: PixelSize
  /// How long it stays.
  package var delay: Delay
  // Behind the delay, whose last bytes are free: a sheet has one of these for every frame.
  /// How it was turned before it was stored.
  package var rotation: Rotation
  // Few frames have one, so it is stored elsewhere: 8 bytes instead of 40.
  private var storedPivot: StoredPivot?

  /// The point that stays in place, as a share of ``sourceSize``; nil when the data names none.
  package var pivot: Pivot? {
    get { if case .elsewhere(let pivot) = storedPivot { pivot } else { nil } }
    set { storedPivot = newValue.map(StoredPivot.elsewhere) }
  }

  private indirect enum StoredPivot: Hashable {
    case elsewhere(Pivot)
  }

  package init(
    name: String, page: Int, rect: PixelRect, rotation: Rotation = .none,
    offset: PixelOffset = PixelOffset(x: 0, y: 0), sourceSize: PixelSize,
    delay: Delay = .missing, pivot: Pivot? = nil
  ) {
    self.name = name
    self.page = page
    self.rect = rect
    self.rotation = rotation
    self.offset = offset
    self.sourceSize = sourceSize
    self.delay = delay
    self.pivot = pivot
  }

  /// The size of the upright content.
  package var contentSize: PixelSize {
    rotation.swapsSides ? PixelSize(width: rect.height, height: rect.width) : rect.size
  }

  /// Where the upright content lies in the full frame, unclipped.
  package var placement: PixelRect {
    PixelRect(x: offset.x, y: offset.y, width: contentSize.width, height: contentSize.height)
  }

  /// The part of the full frame that the content fills; the rest is transparent.
  package var visiblePlacement: PixelRect {
    placement.intersection(PixelRect(sourceSize))
  }

  /// Where the pixel at `x`, `y` of the upright content is stored on the page.
  ///
  /// - Parameters:
  ///   - x: from 0 to the width of ``contentSize``, exclusive.
  ///   - y: from 0 to the height of ``contentSize``, exclusive.
  package func storedPosition(x: Int, y: Int) -> PixelOffset {
    switch rotation {
    case .none: PixelOffset(x: rect.x + x, y: rect.y + y)
    case .clockwise: PixelOffset(x: rect.maxX - 1 - y, y: rect.y + x)
    case .halfTurn: PixelOffset(x: rect.maxX - 1 - x, y: rect.maxY - 1 - y)
    case .counterclockwise: PixelOffset(x: rect.x + y, y: rect.maxY - 1 - x)
    }
  }

  /// How a frame's content was turned before it was stored on the page.
  package enum Rotation: String, Sendable, Hashable, CaseIterable {
    case none
    /// A quarter turn to the right: TexturePacker, Aseprite, PixiJS, Phaser, Cocos2d, Starling.
    case clockwise
    case halfTurn
    /// A quarter turn to the left: libGDX and Spine.
    case counterclockwise

    /// Whether width and height are exchanged on the page.
    package var swapsSides: Bool { self == .clockwise || self == .counterclockwise }
  }

  /// A point as a share of width and height, from the top left.
  package struct Pivot: Sendable, Hashable {
    package var x: ExactDecimal
    package var y: ExactDecimal

    package init(x: ExactDecimal, y: ExactDecimal) {
      self.x = x
      self.y = y
    }
  }
}

/// A position in whole pixels, to the right and down; either may be negative.
package struct PixelOffset: Hashable, Sendable {
  package var x: Int
  package var y: Int

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}
