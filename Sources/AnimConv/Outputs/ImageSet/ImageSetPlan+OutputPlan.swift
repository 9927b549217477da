internal import Raster
internal import Writing

extension ImageSetPlan: OutputPlan {
  func makeDelivery(
    _ plan: Conversion.Plan, tick: @escaping () throws -> Void
  ) throws -> any Delivery {
    try PageFolderDelivery(plan, content, tick: tick)
  }

  private var content: PageFolder {
    PageFolder(
      sheets: sets.flatMap(\.sheets), pages: pictures,
      folders: sets.map(\.folder).filter { !$0.isEmpty }, texts: texts, png: png)
  }

  func note(in facts: inout MediaConstraint.Facts, of plan: Conversion.Plan) {
    facts.note(pages: sprites.scales.map(sprites.sheetSize), shaping: plan.shaping)
  }

  func qualities(_ conversion: Conversion) -> [SizeChoice] { .ofPNG(conversion) }

  var asset: (any PlayerAssetFiles)? { sprites }

  var summary: [(topic: String, text: String)] {
    sets.map { set in
      let frames = set.sheets[0].atlas.frames
      return (
        "sheet",
        "\(set.name): column of \(frames.count) \(frames.count == 1 ? "cell" : "cells") of "
          + "\(frames[0].contentSize), for "
          + set.sheets.map { "\($0.scale)x" }.joined(separator: ", ")
      )
    }
  }
}
