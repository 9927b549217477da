internal import Raster

/// What of an atlas not every format can say. Planners make one before there are pixels, to learn
/// whether the formats that were asked for fit the layout that was asked for.
package struct AtlasFeatures: Sendable, Hashable {
  /// How frames are turned on the sheet, when some are.
  package var rotation = AtlasFrame.Rotation.none
  /// Whether a frame lacks transparent borders on the sheet.
  package var isTrimmed = false
  package var pageCount = 1
  /// Whether no frame lies on an earlier page than the frame before it.
  package var isInPageOrder = true
  /// Whether every frame fills a picture of its own.
  package var fillsPages = false
  package var hasEqualSizes = true

  package init() {}

  /// What an atlas has.
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
  }

  /// Throws ``AtlasWritingError/cannotSay(_:format:)`` when `format` cannot say one of these.
  ///
  /// Frames turned in different ways, which no layout makes, are found by ``AtlasWriter`` only.
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
  }
}

extension AtlasFrame {
  /// Whether it is not the full frame that is on the sheet.
  var isTrimmed: Bool { placement != PixelRect(sourceSize) }
}
