package import AnimTiming
package import Raster
package import TextFormats

/// The place of one frame, and how to restore the full frame.
package struct AtlasFrame: Sendable, Hashable {
  /// The name in the data, untrusted; not necessarily unique.
  package var name: String
  /// Index of the page in ``Atlas/pages``.
  package var page: Int
  /// Its rectangle on the page, in pixels, in stored orientation. Empty if the frame has no visible
  /// pixels.
  package var rect: PixelRect
  /// The place of its upright content in the full frame; clipped if it extends beyond it.
  package var offset: PixelOffset
  /// The size of the full frame, including trimmed borders, in pixels.
  package var sourceSize: PixelSize
  /// Its duration.
  package var delay: Delay
  // Stored after the delay, to use the free bytes at its end, because a sheet stores this for every
  // frame.
  /// The rotation in storage.
  package var rotation: Rotation
  // Few frames have one, so it is stored indirectly: 8 bytes instead of 40.
  private var storedPivot: StoredPivot?

  /// The pivot, as a share of ``sourceSize``; nil if the data has none.
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

  /// The place of the upright content in the full frame, unclipped.
  package var placement: PixelRect {
    PixelRect(x: offset.x, y: offset.y, width: contentSize.width, height: contentSize.height)
  }

  /// The part of the full frame with content; the rest is transparent.
  package var visiblePlacement: PixelRect {
    placement.intersection(PixelRect(sourceSize))
  }

  /// The place on the page of the pixel at `x`, `y` of the upright content.
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

  /// The rotation of a frame's content on the page.
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
