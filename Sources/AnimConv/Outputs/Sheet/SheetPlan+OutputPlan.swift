internal import AnimTiming
internal import Atlases
internal import Messages
internal import Raster
internal import Writing

extension SheetPlan: OutputPlan {
  func makeDelivery(
    _ plan: Conversion.Plan, tick: @escaping () throws -> Void
  ) throws -> any Delivery {
    try SheetDelivery(plan, self, tick: tick)
  }

  func note(in facts: inout MediaConstraint.Facts, of plan: Conversion.Plan) {
    facts.note(pages: outputs.compactMap(\.size), shaping: plan.shaping)
  }

  func qualities(_ conversion: Conversion) -> [SizeChoice] {
    let pictures = options.pictures
    if pictures.format == .png { return .ofPNG(conversion) }
    return .ofQuality(below: pictures)
  }

  func notes(_ plan: Conversion.Plan) -> [ConversionMessage] {
    var notes: [ConversionMessage] = []
    let atlas = sheets[0].atlas
    if cells < atlas.frames.count {
      let shared = sharedCells.isEmpty ? "" : "; \(SharedCells.text(sharedCells))"
      notes.append("\(atlas.frames.count) frames share \(cells) cells\(shared)")
    }
    if atlas.pages.count > 1 {
      notes.append(
        "the sheet has \(atlas.pages.count) pages; \(.maxSize) sets their size")
    }
    notes += sheets[0].shaping.noteOfFlattening(keeper: "PNG and WebP keep")
    if options.pictures.format == .webp, options.pictures.sharesChroma,
      !sheets.allSatisfy(\.cells.geometry.isEven)
    {
      notes.append(
        """
        cells have odd sides or places, and WebP with a quality stores colours for 2x2 pixels: colours \
        reach over their edges; scale to even sides, or leave out \(.quality)
        """)
    }
    return notes + losses + [noteOfLabels, noteOfSizes].compactMap(\.self)
  }

  var cellCount: Int? { cells }

  var summary: [(topic: String, text: String)] {
    let sizes = options.layout == .packed ? "" : " of \(sheets[0].atlas.frames[0].contentSize)"
    return [("sheet", "\(layout.rawValue) of \(cells) \(cells == 1 ? "cell" : "cells")\(sizes)")]
  }
}

extension MediaConstraint.Facts {
  /// For several pages, the largest width and height; for several scales, the largest scale.
  mutating func note(pages: [PixelSize], shaping: ShapingPlan) {
    note(
      size: PixelSize(
        width: pages.map(\.width).max() ?? 0, height: pages.map(\.height).max() ?? 0))
    self[.frames] = .count(1)
    self[.alpha] = .truth(shaping.outputHasAlpha)
  }
}
