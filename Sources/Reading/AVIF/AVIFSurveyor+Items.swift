internal import FileBoxes
internal import Messages
internal import Raster
internal import Stages

/// The primary picture (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12).
extension AVIFSurveyor {
  mutating func readItems(_ box: FileBox) throws {
    let items = try AVIFItems(box, at: survey.metaOffset)
    let primary = try items.primary()
    try check(items, primary)
    let properties = try items.properties(of: primary)
    survey.colors = try stream(items, primary, properties)
    for property in properties { try readShape(property) }
    if let name = try items.gainMap(of: primary) {
      try warnings.report(ReadingWarning(kind: .colorProfile, detail: GainMap.note(name)))
    }
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

  /// Those of AVIF and MIAF; what a property does to the picture is read elsewhere.
  private static let knownProperties: Set = [
    "a1lx", "a1op", "amve", "auxC", "av1C", "cclv", "clap", "clli", "colr", "imir", "irot", "ispe",
    "lsel", "mdcv", "pasp", "pixi",
  ]

  private func check(_ items: AVIFItems, _ item: Int) throws {
    let kind = try items.kind(of: item)
    switch kind {
    case "av01":
      let unknown = try items.essentialProperties(of: item).first {
        !Self.knownProperties.contains($0.kind)
      }
      guard let unknown else { return }
      throw ReadingError.unsupported(
        detail: "the picture must not be shown without its property '\(unknown.kind)', "
          + "which animconv does not know", remedy: nil)
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
    if property.kind == "colr" { return try readColor(property) }
    var shape = ItemShape(crop: survey.crop, orientation: survey.orientation)
    try shape.take(
      property, of: PixelSize(width: survey.colors.width, height: survey.colors.height))
    (survey.crop, survey.orientation) = (shape.crop, shape.orientation)
  }
}
