internal import Raster

/// The features of an atlas that not every format supports. Planners create one before there are
/// pixels, to check whether the requested formats support the requested layout.
package struct AtlasFeatures: Sendable, Hashable {
  /// The rotation of frames on the sheet, if some are rotated.
  package var rotation = AtlasFrame.Rotation.none
  /// Whether transparent borders of a frame are trimmed.
  package var isTrimmed = false
  package var pageCount = 1
  /// Whether frames are in page order.
  package var isInPageOrder = true
  /// Whether every frame fills its own image.
  package var fillsPages = false
  package var hasEqualSizes = true
  /// The arrangement of cells.
  package var grid = AtlasDataCapabilities.Grid.gapless

  package init() {}

  /// The features of an atlas.
  package init(_ atlas: Atlas) {
    rotation = atlas.frames.lazy.map(\.rotation).first { $0 != .none } ?? .none
    isTrimmed = atlas.frames.contains(where: \.isTrimmed)
    pageCount = atlas.pages.count
    isInPageOrder = zip(atlas.frames, atlas.frames.dropFirst()).allSatisfy { $0.page <= $1.page }
    fillsPages = atlas.frames.allSatisfy { frame in
      frame.rotation == .none && !frame.isTrimmed
        && atlas.pages[frame.page].size.map { frame.rect == PixelRect($0) } != false
    }
    hasEqualSizes = Set(atlas.frames.map(\.sourceSize)).count <= 1
    grid = CellGrid(atlas).map { $0.isGapless ? .gapless : .spaced } ?? .any
  }

  /// Throws ``AtlasWritingError/cannotSay(_:format:)`` if `format` does not support one of these.
  ///
  /// Frames with different rotations, which no layout produces, are detected by ``AtlasWriter``
  /// only.
  package func check(_ format: AtlasDataFormat) throws {
    let can = format.capabilities
    func refuse(_ feature: AtlasWritingError.Feature) -> AtlasWritingError {
      .cannotSay(feature, format: format)
    }
    if can.pages == .eachFrame {
      guard fillsPages else { throw refuse(.sheet) }
      return
    }
    if rotation != .none, can.rotation != rotation {
      throw refuse(can.rotation == .none ? .rotation : .otherRotation)
    }
    if isTrimmed, !can.carriesTrimming { throw refuse(.trimming) }
    if !hasEqualSizes, can.needsEqualSizes { throw refuse(.differentSizes) }
    if pageCount > 1 {
      if can.pages == .one { throw refuse(.severalPages) }
      if can.pages == .inOrder, !isInPageOrder { throw refuse(.mixedPages) }
    }
    if grid < can.grid { throw refuse(grid == .any ? .scattered : .gaps) }
  }
}

extension AtlasFrame {
  /// Whether the sheet contains less than the full frame.
  var isTrimmed: Bool { placement != PixelRect(sourceSize) }
}
