internal import Atlases
internal import Messages
internal import OutputFiles
internal import Raster
internal import Stages
internal import SystemPackage
internal import TextFormats

/// Opens sheets without data: one image, or several with the same cells in order.
struct GridSheet {
  /// The largest number of images; each is an open file.
  static let maxSlides = 256

  let options: ReadingOptions
  /// Opens a still image of any kind.
  let open: (ByteSource, ReadingOptions) throws -> any PictureRows
  /// Bytes of the first picture.
  var byteCount: Int64?
  /// The path of the first image, if it is not the input itself.
  var file: FileStatus?
  /// Whether the image belongs to an imageset.
  var isImageSet = false
  /// Warnings and notes so far.
  var warnings: [ReadingWarning] = []

  init(
    options: ReadingOptions,
    open: @escaping (ByteSource, ReadingOptions) throws -> any PictureRows
  ) {
    self.options = options
    self.open = open
  }

  /// Whether a file's name may determine how its image is cut. `icon_16x16@2x.png` does not.
  static func isNamed(_ name: String) -> Bool {
    !name.contains("@") && (SheetName(name) != nil || StripName(name) != nil)
  }

  /// Cuts an image by its name; nil if the name does not fit or gives a single frame. An impossible
  /// grid counts as not fitting. For strips it is an error, because only strips have such names.
  func openIfNamed(_ picture: any PictureRows, name: String) throws -> SheetSource? {
    if StripName(name) != nil {
      let layout = try GridLayout(
        options.sheet.grid, sheet: picture.size, name: name, limits: options.limits)
      return try assemble([.init(rows: picture)], [layout], because: Self.byName)
    }
    guard let pair = SheetName(name),
      // A name may contain the size of the image itself.
      picture.size != PixelSize(width: pair.first, height: pair.second),
      let layout = try? GridLayout(
        options.sheet.grid, sheet: picture.size, name: name, limits: options.limits),
      layout.count > 1,
      (layout.columns, layout.rows) == (pair.first, pair.second)
        || layout.cell == PixelSize(width: pair.first, height: pair.second)
    else { return nil }
    return try assemble([.init(rows: picture)], [layout], because: Self.byName)
  }

  private static let byName: ConversionMessage =
    " as its name says; \(.cut, "off", swift: ".never") keeps it as one picture"

  /// Cuts a column of squares.
  ///
  /// - Parameter picture: its height is a multiple of its width.
  func openColumn(_ picture: any PictureRows) throws -> SheetSource {
    var request = GridRequest()
    request.grid = PixelSize(width: 1, height: picture.size.height / picture.size.width)
    let layout = try GridLayout(request, sheet: picture.size, limits: options.limits)
    return try assemble(
      [.init(rows: picture, file: file)], [layout],
      because: ", a column of squares; \(.cut, "off", swift: ".never") keeps it as one "
        + "picture")
  }

  /// Cuts an image, and the following ones by number if its name ends with `-0`.
  ///
  /// - Parameter path: its path; nil for a stream.
  func open(_ picture: any PictureRows, name: String, path: FilePath?) throws -> SheetSource {
    var request = options.sheet.grid
    var pictures = [SheetAssembly.Picture(rows: picture, file: file)]
    if let path { pictures += try slides(after: path) }
    let count = request.count
    if pictures.count > 1 { request.count = nil }
    var layouts = [
      try GridLayout(request, sheet: picture.size, name: name, limits: options.limits)
    ]
    // Further images have as many of the same cells as fit.
    request.cell = layouts[0].cell
    request.grid = nil
    for picture in pictures.dropFirst() {
      layouts.append(try GridLayout(request, sheet: picture.rows.size, limits: options.limits))
    }
    var source = try assemble(pictures, layouts, count: count, because: "")
    if options.sheet.dropsBlankFrames {
      let kept = try Self.countWithoutBlankEnd(source)
      let all = source.info.frames.count
      guard kept > 0 else { throw ReadingError.noFrames }
      if kept < all {
        source = try assemble(
          pictures, layouts, count: kept, because: "",
          notes: ["\(all - kept) blank cells at the end are left out"])
      }
    }
    if let path {
      return try withTwins(ScaleTwins.warnings(path, size: picture.size, open: open), source)
    }
    return source

    func withTwins(_ warnings: [ReadingWarning], _ source: SheetSource) throws -> SheetSource {
      if warnings.isEmpty { return source }
      return try assemble(
        pictures, layouts, count: source.info.frames.count, because: "", warnings: warnings)
    }
  }

  private func assemble(
    _ pictures: [SheetAssembly.Picture], _ layouts: [GridLayout], count: Int? = nil,
    because: ConversionMessage,
    notes: [ConversionMessage] = [], warnings: [ReadingWarning] = []
  ) throws -> SheetSource {
    let all = layouts.reduce(0) { $0 + $1.count }
    let count = count ?? all
    guard count <= all else {
      throw AtlasError.grid(
        sheet: layouts[0].sheet,
        detail: "\(count) frames are asked for, but there are \(all) cells")
    }
    guard count <= options.limits.maxFrames else {
      throw ReadingError.limitExceeded(
        limit: .frames, value: count, allowed: options.limits.maxFrames)
    }
    var cells: [SheetCell] = []
    cells.reserveCapacity(count)
    for (page, layout) in layouts.enumerated() {
      for index in 0..<min(layout.count, count - cells.count) {
        cells.append(SheetCell(page: page, rect: layout.rect(of: index)))
      }
    }
    let first = layouts[0]
    var allNotes: [ConversionMessage] = [
      "cut into \(count) frames of \(first.cell), \(first.columns) columns and \(first.rows) rows"
        + (pictures.count > 1 ? " on the first of \(pictures.count) sheets" : "") + because
    ]
    if first.remainder != PixelSize(width: 0, height: 0) {
      allNotes.append(
        "\(first.remainder.width) pixels at the right and \(first.remainder.height) at the bottom "
          + "belong to no cell")
    }
    return try SheetAssembly(
      kind: .sheet, canvas: first.cell, cells: cells,
      pictures: pictures,
      byteCount: pictures.count == 1 ? byteCount : nil, notes: allNotes + notes,
      warnings: self.warnings + warnings, isImageSet: isImageSet
    ).source(options: options)
  }

  /// The number of frames up to the last one with a visible pixel.
  ///
  /// - Complexity: decodes every frame.
  private static func countWithoutBlankEnd(_ source: SheetSource) throws -> Int {
    var count = 0
    while let frame = try source.next() {
      let isBlank = frame.pixels.isBlank
      if !isBlank { count = frame.index + 1 }
    }
    return count
  }

  /// The images `NAME-1`, `NAME-2` ... next to `NAME-0`, up to the first missing one.
  private func slides(after path: FilePath) throws -> [SheetAssembly.Picture] {
    guard let numbering = PageNumbering(after: path) else { return [] }
    var slides: [SheetAssembly.Picture] = []
    while true {
      let name = numbering.name(slides.count + 1)
      let source: ByteSource
      do {
        source = try openFile(
          path.removingLastComponent().appending(name), limits: options.limits)
      } catch ReadingError.notFound {
        return slides
      }
      guard slides.count + 1 < Self.maxSlides else {
        throw ReadingError.unsupported(
          detail: "more than \(Self.maxSlides) sheets belong together", remedy: nil)
      }
      let rows = try naming(name) { try open(source, options) }
      slides.append(.init(rows: rows, file: source.fileStatus))
    }
  }
}

/// Adds the image's name to an error, unless it is the user's input.
func naming<Value>(_ name: String, _ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch ReadingError.malformed(let detail, let frame, let offset) {
    throw ReadingError.malformed(
      detail: "the sheet \(quoted(name)): \(detail)", frame: frame, byteOffset: offset)
  } catch ReadingError.truncated(let detail, let frame, let offset) {
    throw ReadingError.truncated(
      detail: "the sheet \(quoted(name)): \(detail)", frame: frame, byteOffset: offset)
  } catch ReadingError.unsupported(let detail, let remedy) {
    throw ReadingError.unsupported(
      detail: "the sheet \(quoted(name)): \(detail)", remedy: remedy)
  } catch ReadingError.empty {
    throw ReadingError.malformed(
      detail: "the sheet \(quoted(name)) is empty", frame: nil, byteOffset: nil)
  }
}

extension PixelBuffer {
  /// Whether every pixel is fully transparent.
  fileprivate var isBlank: Bool {
    withBytes { bytes in bytes.bindMemory(to: UInt32.self).allSatisfy { $0 == 0 } }
  }
}
