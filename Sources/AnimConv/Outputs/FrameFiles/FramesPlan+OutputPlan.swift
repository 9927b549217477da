internal import AnimTiming
internal import Messages
internal import Raster
internal import Reading
internal import SystemPackage
internal import Writing

extension FramesPlan: OutputPlan {
  func makeDelivery(
    _ plan: Conversion.Plan, tick: @escaping () throws -> Void
  ) throws -> any Delivery {
    if isArchive { return try FrameArchiveDelivery(plan, self) }
    return options.pattern == nil
      ? try FrameFolderDelivery(plan, self, tick: tick)
      : try NumberedFramesDelivery(plan, self, tick: tick)
  }

  var paths: [FilePath] {
    guard options.pattern != nil, case .file(let path) = outputs[0].output else {
      return outputs.compactMap(\.path)
    }
    let folder = path.removingLastComponent()
    return (pictures + textNames).map { folder.appending($0) }
  }

  /// The lists and records.
  var textNames: [String] { (lists + records).map(\.fileName) }

  /// Every picture by its path in the folder, at every scale.
  var pictures: [String] {
    scales.flatMap { scale in files.indices.map { path(of: $0, scale: scale) } }
  }

  func note(in facts: inout MediaConstraint.Facts, of plan: Conversion.Plan) {
    facts.note(size: plan.shaping.output)
    facts.note(plan.timeline, size: plan.shaping.output)
    facts[.alpha] = .truth(plan.shaping.outputHasAlpha)
  }

  func qualities(_ conversion: Conversion) -> [SizeChoice] {
    if format == .png { return .ofPNG(conversion) }
    guard format.hasQuality else { return [] }
    let usual: [FrameFilesOptions.PictureFormat: Int] = [
      .jpeg: JPEGPicture.defaultQuality, .avif: AVIFPicture.defaultQuality,
    ]
    let now = options.quality ?? usual[format] ?? 101
    return stride(from: 95, through: 30, by: -5).filter { $0 < now }.map { quality in
      SizeChoice(title: "quality \(quality)") { $0.frames.quality = quality }
    }
  }

  func notes(_ plan: Conversion.Plan) -> [ConversionMessage] {
    let links = files.count { $0.original != nil }
    let repeats = fileOfFrame.count - files.count
    var notes = plan.shaping.noteOfFlattening(keeper: "PNG and WebP keep")
    notes += [SampleDepth.note(depth, format, plan.source)].compactMap(\.self)
    if links > 0 { notes.append("\(links) files are hard links to identical ones") }
    if repeats > 0 { notes.append("\(repeats) frames share a file with an identical one") }
    if options.pattern != nil, textNames.isEmpty, plan.frameCount > 1 {
      notes.append(
        "numbered pictures store no times; a folder as output, such as frames/, stores them in "
          + "timing.json, and \(.data, "timing", swift: "[.timing]", at: "frames.lists") "
          + "does beside them")
    }
    if records.contains(.csv), let name = pictures.first(where: FrameRecord.looksLikeFormula) {
      notes.append(
        "spreadsheets may take names such as \(quoted(name)) in frames.csv for formulas; "
          + "import that column as text")
    }
    return notes
  }

  var pictureCount: Int? { files.count }

  var summary: [(topic: String, text: String)] {
    let names = textNames.joined(separator: ", ")
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
