internal import AnimTiming
internal import Atlases
internal import Messages
internal import Raster
internal import SystemPackage
internal import Writing

/// Pages of 10 x 10 thumbnails. Each page has its full size, as Jellyfin writes them.
struct TrickplayPlan: Sendable {
  /// The number of cells in a row, and of rows on a page, that Jellyfin expects by default.
  static let (columns, rows) = (10, 10)
  /// The seconds from one thumbnail to the next that Jellyfin expects by default.
  static let usualInterval = RationalTime(10, 1)

  let sheet: SheetPlan.Sheet
  let pictures: SheetPictures
  /// The time from one thumbnail to the next.
  let interval: RationalTime
  let outputs: [Conversion.Plan.Output]

  /// - Throws: ``StoryboardError``, ``SheetError``.
  init(_ frames: PlayedFrames, path: FilePath, pictures: SheetPictures) throws {
    interval = try frames.interval(of: "Jellyfin")
    self.pictures = pictures
    let cell = frames.shaping.output
    if frames.shaping.outputHasAlpha {
      throw SheetError.conflict(
        "\(.alpha, case: "\(frames.shaping.alpha)")", "JPEG")
    }
    let geometry = SheetGeometry(
      filling: frames.count, cell: cell, columns: Self.columns, rows: Self.rows)
    try pictures.check(geometry.pages)
    var atlas = Atlas(format: .aseprite)
    atlas.pages = geometry.pages.indices.map { page in
      AtlasPage(image: "\(page).jpg", size: geometry.pages[page])
    }
    atlas.frames = geometry.placements.enumerated().map { frame, place in
      AtlasFrame(
        name: "\(frame)", page: place.page, rect: place.rect, sourceSize: cell,
        delay: frames.delay(frame))
    }
    sheet = SheetPlan.Sheet(
      scale: 1, shaping: frames.shaping, atlas: atlas, placed: atlas, baseName: "",
      cells: SheetCells(
        cellOfFrame: (0..<Int32(frames.count)).map { $0 },
        crops: .alike(PixelRect(cell), count: frames.count), geometry: geometry, extrude: 0),
      isScattered: false)
    outputs = [
      Conversion.Plan.Output(
        output: .file(path), content: .folder, size: geometry.pages[0], format: "Jellyfin")
    ]
  }

  /// The folder of the pages in the output.
  var folder: String {
    "\(sheet.shaping.output.width) - \(Self.columns)x\(Self.rows)"
  }
}

extension TrickplayPlan: OutputPlan {
  func makeDelivery(
    _ plan: Conversion.Plan, tick: @escaping () throws -> Void
  ) throws -> any Delivery {
    let pages = sheet.atlas.pages.map { "\(folder)/\($0.image ?? "")" }
    return try PageFolderDelivery(
      plan,
      PageFolder(
        sheets: [sheet], pages: pages, folders: [folder], png: PNGWritingOptions(),
        pictures: pictures), tick: tick)
  }

  func note(in facts: inout MediaConstraint.Facts, of plan: Conversion.Plan) {
    facts.note(pages: sheet.atlas.pages.compactMap(\.size), shaping: plan.shaping)
  }

  func notes(_ plan: Conversion.Plan) -> [ConversionMessage] {
    var notes = plan.shaping.noteOfFlattening(keeper: "PNG and WebP keep")
    if interval != Self.usualInterval {
      notes.append(
        "Jellyfin expects a thumbnail every \(Self.usualInterval.formatted()); set its image interval "
          + "to \(interval.formatted(in: .milliseconds))")
    }
    return notes
  }

  func qualities(_ conversion: Conversion) -> [SizeChoice] { .ofQuality(below: pictures) }

  var cellCount: Int? { sheet.cells.crops.count }

  var summary: [(topic: String, text: String)] {
    let count = sheet.cells.crops.count
    return [
      (
        "sheet",
        "\(sheet.atlas.pages.count) \(sheet.atlas.pages.count == 1 ? "page" : "pages") of "
          + "\(Self.columns)x\(Self.rows) cells of \(sheet.shaping.output) for \(count) thumbnails"
      )
    ]
  }
}
