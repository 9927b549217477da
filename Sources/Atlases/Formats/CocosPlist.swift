internal import AnimTiming
internal import Raster
internal import Stages
internal import TextFormats

/// Reads Cocos2d's property lists: format 0 (separate numbers, from early Zwoptex versions),
/// formats 1 and 2 (`frame`, `offset`, `sourceSize`, and `rotated`) and 3 (`textureRect`,
/// `spriteOffset`, `spriteSourceSize`, `textureRotated`).
///
/// Width and height are those of the upright frame; stored frames are rotated clockwise. The offset
/// is from the centre of the full frame to the centre of its content, upwards. `sourceColorRect`,
/// which has the same in whole pixels, takes precedence, because older packers truncate half
/// pixels. Binary and JSON property lists are not supported.
enum CocosPlist {
  static func read(_ bytes: [UInt8], limits: ReadingLimits) throws -> Atlas {
    let list = try PropertyList.read(bytes)
    var builder = AtlasBuilder(.cocos2d, limits: limits)
    let metadata = list["metadata"]
    let version = metadata?["format"]?.number?.integer ?? 0
    guard (0...3).contains(version) else {
      throw AtlasError.unsupported(format: .cocos2d, detail: "format \(version)")
    }
    let names = ["realTextureFileName", "textureFileName"].compactMap { metadata?[$0]?.string }
    var page = AtlasPage(image: names.first { !$0.isEmpty })
    if let size = list["texture"], version == 0 {
      page.size = PixelSize(
        tile: size["width"]?.number?.integer, size["height"]?.number?.integer)
    }
    if let size = metadata?["size"]?.string {
      guard let sides = wholeNumbers(size, count: 2),
        sides.allSatisfy({ (1...Int64(Int32.max)).contains($0) })
      else {
        throw AtlasError.malformed(
          format: .cocos2d, detail: "the size of the picture is not two positive whole numbers")
      }
      page.size = PixelSize(width: Int(sides[0]), height: Int(sides[1]))
    }
    let index = try builder.addPage(page)
    guard let frames = list["frames"]?.members else {
      throw AtlasError.malformed(format: .cocos2d, detail: "frames is not a dictionary")
    }
    for (name, values) in frames {
      let frame =
        version == 0 ? try oldFrame(name, values) : try frame(name, values, version: version)
      try builder.addFrame(frame, page: index)
    }
    return builder.atlas
  }

  /// A frame of format 0. Zwoptex writes a negative side of the full frame if it flipped the image.
  private static func oldFrame(
    _ name: String, _ values: PropertyList
  ) throws -> AtlasBuilder.RawFrame {
    func error(_ detail: String) -> AtlasError {
      .malformedEntry(format: .cocos2d, entry: name, detail: detail)
    }
    func whole(_ key: String) throws -> Int64 {
      guard let value = values[key]?.number?.integer else {
        throw error("\(key) is not a whole number")
      }
      return value
    }
    var frame = AtlasBuilder.RawFrame(
      name: name, x: try whole("x"), y: try whole("y"), width: try whole("width"),
      height: try whole("height"))
    guard values["originalWidth"] != nil else { return frame }
    let (width, height) = (try whole("originalWidth"), try whole("originalHeight"))
    let zero = ExactDecimal(0)
    guard width > .min, height > .min,
      let x = distance(
        abs(width), frame.width, values["offsetX"]?.number ?? zero, sign: 1),
      let y = distance(
        abs(height), frame.height, values["offsetY"]?.number ?? zero, sign: -1)
    else { throw error("its offset is not in whole or half pixels") }
    (frame.sourceWidth, frame.sourceHeight) = (abs(width), abs(height))
    (frame.offsetX, frame.offsetY) = (x, y)
    return frame
  }

  private static func frame(
    _ name: String, _ values: PropertyList, version: Int64
  ) throws -> AtlasBuilder.RawFrame {
    let isThird = version == 3
    func error(_ detail: String) -> AtlasError {
      .malformedEntry(format: .cocos2d, entry: name, detail: detail)
    }
    func whole(_ key: String, _ count: Int) throws -> [Int64]? {
      guard let value = values[key] else { return nil }
      guard let numbers = value.string.flatMap({ wholeNumbers($0, count: count) }) else {
        throw error("\(key) is not \(count) whole numbers in braces")
      }
      return numbers
    }
    let rectKey = isThird ? "textureRect" : "frame"
    guard var rect = try whole(rectKey, 4) else { throw error("\(rectKey) is missing") }
    if isThird, let size = try whole("spriteSize", 2) { rect[2...] = size[...] }
    var frame = AtlasBuilder.RawFrame(
      name: name, x: rect[0], y: rect[1], width: rect[2], height: rect[3])
    if let rotated = values[isThird ? "textureRotated" : "rotated"] {
      guard let isRotated = rotated.bool else { throw error("rotated is not true or false") }
      if isRotated { frame.rotation = .clockwise }
    }
    guard let source = try whole(isThird ? "spriteSourceSize" : "sourceSize", 2) else {
      return frame
    }
    (frame.sourceWidth, frame.sourceHeight) = (source[0], source[1])
    // Zwoptex stores a size there.
    if !isThird,
      let color = values["sourceColorRect"]?.string.flatMap({ wholeNumbers($0, count: 4) }),
      color[2...] == rect[2...]
    {
      (frame.offsetX, frame.offsetY) = (color[0], color[1])
      return frame
    }
    var offset = [ExactDecimal(0), ExactDecimal(0)]
    let offsetKey = isThird ? "spriteOffset" : "offset"
    if let value = values[offsetKey] {
      guard let numbers = value.string.flatMap({ decimals($0, count: 2) }) else {
        throw error("\(offsetKey) is not two numbers in braces")
      }
      offset = numbers
    }
    guard
      let x = distance(source[0], rect[2], offset[0], sign: 1),
      let y = distance(source[1], rect[3], offset[1], sign: -1)
    else { throw error("\(offsetKey) is not in whole or half pixels") }
    (frame.offsetX, frame.offsetY) = (x, y)
    return frame
  }

  /// The border before the content: half of the difference plus the centre's offset, rounded down
  /// to whole pixels.
  private static func distance(
    _ whole: Int64, _ part: Int64, _ offset: ExactDecimal, sign: Int64
  ) -> Int64? {
    let range = Int64(Int32.min)...Int64(Int32.max)
    // Twice the offset is an integer, because centres are on whole or half pixels.
    let doubled = ExactDecimal(offset.significand &* 2, exponent: offset.exponent).integer
    guard range.contains(whole), range.contains(part), let doubled, range.contains(doubled) else {
      return nil
    }
    return (whole - part + sign * doubled) >> 1
  }

  /// The numbers of `{{1,2},{3,4}}`, in order, if there are `count` of them.
  static func decimals(_ text: String, count: Int) -> [ExactDecimal]? {
    let parts = text.split(separator: ",", maxSplits: count, omittingEmptySubsequences: false)
    guard parts.count == count else { return nil }
    var numbers: [ExactDecimal] = []
    for part in parts {
      let digits = part.filter { !$0.isWhitespace && $0 != "{" && $0 != "}" }
      guard let number = ExactDecimal(digits) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  private static func wholeNumbers(_ text: String, count: Int) -> [Int64]? {
    guard let numbers = decimals(text, count: count) else { return nil }
    let whole = numbers.compactMap(\.integer)
    return whole.count == count ? whole : nil
  }
}
