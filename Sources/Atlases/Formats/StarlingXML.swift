internal import AnimTiming
internal import Raster
internal import Stages
internal import TextFormats

/// Reads the XML of Sparrow and Starling, a `TextureAtlas` with its `SubTexture`s, and
/// TexturePacker's generic XML, which uses `sprite`s and short names instead.
///
/// `x`, `y`, `width` and `height` are the rectangle on the page; `rotated` means that it was
/// rotated clockwise. `frameX` and `frameY` are the origin of the full frame relative to the
/// content, negative at a trimmed border. Frames of a movie clip are `SubTexture`s in order;
/// several may share a rectangle.
enum StarlingXML {
  static func read(_ bytes: [UInt8], limits: ReadingLimits) throws -> Atlas {
    var builder = AtlasBuilder(.starling, limits: limits)
    var reader = try XMLReader(bytes)
    guard case .start("TextureAtlas", let attributes)? = try reader.skipToStart() else {
      throw AtlasError.malformed(
        format: .starling,
        detail: "the root element is not a TextureAtlas")
    }
    var page = AtlasPage(image: attributes["imagePath"])
    if let scale = attributes["scale"].flatMap({ ExactDecimal($0) }), scale.significand > 0 {
      page.scale = scale
    }
    if let width = attributes["width"].flatMap({ Int32($0) }), width > 0,
      let height = attributes["height"].flatMap({ Int32($0) }), height > 0
    {
      page.size = PixelSize(width: Int(width), height: Int(height))
    }
    let index = try builder.addPage(page)
    var depth = 1
    var count = 0
    while let event = try reader.next() {
      switch event {
      case .start("SubTexture", let attributes) where depth == 1:
        depth += 1
        if ["flipX", "flipY"].contains(where: { attributes[$0] == "true" }) {
          builder.warn("a frame is mirrored, which is not supported", frame: count)
        }
        try builder.addFrame(frame(attributes), page: index)
        count += 1
      case .start("sprite", let attributes) where depth == 1:
        depth += 1
        try builder.addFrame(GenericSprite(attributes).frame, page: index)
      case .start: depth += 1
      case .end: depth -= 1
      case .text: break
      }
    }
    return builder.atlas
  }

  private static func frame(_ attributes: [String: String]) throws -> AtlasBuilder.RawFrame {
    let name = attributes["name"] ?? ""
    func error(_ detail: String) -> AtlasError {
      .malformedEntry(format: .starling, entry: name, detail: detail)
    }
    func integer(_ key: String) throws -> Int64? {
      guard let text = attributes[key] else { return nil }
      guard let value = ExactDecimal(text)?.integer else {
        throw error("\(key) is not a whole number")
      }
      return value
    }
    func needed(_ key: String) throws -> Int64 {
      guard let value = try integer(key) else { throw error("\(key) is missing") }
      return value
    }
    var frame = AtlasBuilder.RawFrame(
      name: name, x: try needed("x"), y: try needed("y"),
      // Sparrow's first version had short names.
      width: try integer("w") ?? needed("width"), height: try integer("h") ?? needed("height"))
    frame.sizeIsUpright = false
    switch attributes["rotated"]?.lowercased() {
    case nil, "false", "0", "n": break
    case "true", "1", "y": frame.rotation = .clockwise
    default: throw error("rotated is not true or false")
    }
    frame.offsetX = 0 &- (try integer("frameX") ?? 0)
    frame.offsetY = 0 &- (try integer("frameY") ?? 0)
    // As in Starling, a width of 0 means "not trimmed".
    if let width = try integer("frameWidth"), let height = try integer("frameHeight"),
      width > 0, height > 0
    {
      (frame.sourceWidth, frame.sourceHeight) = (width, height)
    }
    return frame
  }
}
