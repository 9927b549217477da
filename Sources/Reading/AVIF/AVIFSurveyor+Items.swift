internal import FileBoxes
internal import Messages
internal import Raster
internal import Stages

/// The primary picture (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12).
extension AVIFSurveyor {
  mutating func readItems(_ box: FileBox) throws {
    // A full box, which starts with its version and flags.
    let meta = FileBox(kind: box.kind, content: box.content.dropFirst(4))
    let items = AVIFItems(meta, at: survey.metaOffset)
    let primary = try items.primary()
    try check(items, primary)
    let properties = try items.properties(of: primary)
    survey.colors = try stream(items, primary, properties)
    for property in properties { try readShape(property) }
    let alpha = try items.referring(to: primary, as: "auxl").prefix(Self.mostAuxiliaries).first {
      item in
      try items.properties(of: item).contains { $0.kind == "auxC" && Self.namesAlpha($0) }
    }
    guard let alpha else { return }
    try check(items, alpha)
    survey.alpha = try stream(items, alpha, items.properties(of: alpha))
    survey.isPremultiplied = try items.referring(to: alpha, as: "prem").contains(primary)
  }

  /// The largest number of related images to examine, such as depth and gain maps.
  private static let mostAuxiliaries = 16

  private func check(_ items: AVIFItems, _ item: Int) throws {
    let kind = try items.kind(of: item)
    switch kind {
    case "av01": return
    case "grid":
      throw ReadingError.unsupported(
        detail: "the picture is put together of tiles (a grid), which animconv does not read",
        remedy: "convert it first: avifdec IN.avif OUT.png")
    default:
      throw ReadingError.unsupported(
        detail: "the picture is coded as \(kind), not as AV1", remedy: nil)
    }
  }

  private func stream(
    _ items: AVIFItems, _ item: Int, _ properties: [FileBox]
  ) throws -> AVIFStream {
    var stream = AVIFStream()
    for property in properties {
      switch property.kind {
      case "ispe":
        stream.width = Int(try property.count(at: 4))
        stream.height = Int(try property.count(at: 8))
      case "av1C": stream.take(configuration: Array(property.content))
      default: break
      }
    }
    stream.pieces = try items.places(of: item, fileBytes: source.byteCount)
    return stream
  }

  /// Reads colours, crop and orientation, which apply in this order.
  private mutating func readShape(_ property: FileBox) throws {
    switch property.kind {
    case "colr": try readColor(property)
    case "clap": survey.crop = try crop(property)
    case "irot":
      // Counterclockwise.
      let turns = Int(try property.number(at: 0, bytes: 1) & 3)
      survey.orientation.quarterTurns = (4 - turns) % 4
    case "imir":
      // 1 mirrors left and right after the rotation, 0 top and bottom. If mirroring comes first,
      // the rotation is reversed.
      let isVertical = try property.number(at: 0, bytes: 1) & 1 == 0
      let turns = survey.orientation.quarterTurns
      survey.orientation.quarterTurns = ((isVertical ? 2 : 4) - turns + 4) % 4
      survey.orientation.isMirrored = true
    default: break
    }
  }

  /// The visible part of an image: its sides, and the distance of its centre from the image's
  /// centre, as fractions.
  private func crop(_ property: FileBox) throws -> PixelRect? {
    let values = try (0..<8).map { index in
      index % 2 == 1 || index < 4
        ? try property.count(at: 4 * index) : try property.signed(at: 4 * index)
    }
    let (widthOver, heightOver) = (values[1], values[3])
    let (acrossOver, downOver) = (values[5], values[7])
    guard widthOver > 0, heightOver > 0, acrossOver > 0, downOver > 0,
      values[0] % widthOver == 0, values[2] % heightOver == 0
    else { throw Self.oddCrop }
    let (width, height) = (values[0] / widthOver, values[2] / heightOver)
    // Twice the offset of the first column: image - part + 2 x distance of the centres.
    func start(_ whole: Int, _ part: Int64, _ distance: Int64, _ over: Int64) throws -> Int {
      let (twice, rest) = (2 * distance).quotientAndRemainder(dividingBy: over)
      let start = Int64(whole) - part + twice
      guard rest == 0, start >= 0, start % 2 == 0 else { throw Self.oddCrop }
      return Int(start / 2)
    }
    let x = try start(survey.colors.width, width, values[4], acrossOver)
    let y = try start(survey.colors.height, height, values[6], downOver)
    guard width > 0, height > 0 else { throw Self.oddCrop }
    return PixelRect(x: x, y: y, width: Int(width), height: Int(height))
  }

  private static let oddCrop = ReadingError.unsupported(
    detail: "the crop (clap) does not lie at whole pixels inside the picture",
    remedy: nil)
}
