internal import AnimTiming
internal import Messages
internal import Raster
internal import Writing

extension FramesPlan: OutputPlan {
  func makeDelivery(
    _ plan: ConversionPlan, tick: @escaping () throws -> Void
  ) throws -> any Delivery {
    isArchive ? try FrameArchiveDelivery(plan, self) : try FrameFolderDelivery(plan, self)
  }

  func note(in facts: inout MediaFacts, of plan: ConversionPlan) {
    facts.note(size: plan.shaping.output)
    facts.note(plan.timeline, size: plan.shaping.output)
    facts[.alpha] = .truth(plan.shaping.outputHasAlpha)
  }

  func qualities(_ conversion: Conversion) -> [SizeChoice] {
    if format == .png { return .ofPNG(conversion) }
    let now = options.quality ?? (format == .jpeg ? JPEGPicture.defaultQuality : 101)
    return stride(from: 95, through: 30, by: -5).filter { $0 < now }.map { quality in
      SizeChoice(title: "quality \(quality)") { $0.frames.quality = quality }
    }
  }

  func notes(_ plan: ConversionPlan) -> [Message] {
    let links = files.count { $0.original != nil }
    let repeats = fileOfFrame.count - files.count
    var notes = plan.shaping.noteOfFlattening(keeper: "PNG and WebP keep")
    if links > 0 { notes.append("\(links) files are hard links to identical ones") }
    if repeats > 0 { notes.append("\(repeats) frames share a file with an identical one") }
    return notes
  }

  var pictureCount: Int? { files.count }

  var summary: [(topic: String, text: String)] {
    let names = lists.map(\.fileName).joined(separator: ", ")
    return [
      (
        "files",
        "\(files.count) \(files.count == 1 ? "picture" : "pictures") of \(size), "
          + "\(files[0].name) to \(files[files.count - 1].name)"
          + (names.isEmpty ? "" : "; \(names)")
      )
    ]
  }
}
