internal import AnimTiming
internal import Stages
internal import TextFormats

/// Reads the static part of Godot 4's `SpriteFrames` resources in text form: pictures named as
/// external resources, `AtlasTexture`s cut from them, and animations with relative durations.
///
/// A frame's time is its duration over the animation's speed, exactly. A picture's path is of the
/// project (`res://`), whose root is not known here, so only its last part counts and the picture
/// is looked for beside the resource. What would need the engine is refused: other kinds of
/// textures, frames that are whole pictures, textures without a region, scripts.
enum GodotSpriteFrames {
  static func read(_ bytes: [UInt8], limits: ReadingLimits) throws -> Atlas {
    let start = try TextLines.check(bytes, language: "Godot resource")
    var resource = Resource(limits: limits)
    var reader = GodotReader(Array(bytes[start...]))
    var isFirst = true
    reader.skipSpace()
    while reader.current != nil {
      try reader.expect(UInt8(ascii: "["))
      let kind = try reader.readName()
      var attributes: [String: GodotValue] = [:]
      while !reader.take(UInt8(ascii: "]")) {
        let key = try reader.readName()
        try reader.expect(UInt8(ascii: "="))
        attributes[key] = try reader.readValue()
      }
      var properties: [String: GodotValue] = [:]
      reader.skipSpace()
      while let byte = reader.current, byte != UInt8(ascii: "[") {
        let key = try reader.readName()
        try reader.expect(UInt8(ascii: "="))
        properties[key] = try reader.readValue()
        reader.skipSpace()
      }
      guard isFirst == (kind == "gd_resource") else {
        throw AtlasError.malformed(format: .godot, detail: "the resource's own tag is not first")
      }
      isFirst = false
      try resource.add(kind, attributes, properties)
    }
    return resource.builder.atlas
  }
}

private struct Resource {
  var builder: AtlasBuilder
  /// Page of each external resource, by its id.
  private var pages: [String: Int] = [:]
  private var textures: [String: [String: GodotValue]] = [:]
  private var frames: [String: Int] = [:]

  init(limits: ReadingLimits) {
    builder = AtlasBuilder(.godot, limits: limits)
  }

  private func unsupported(_ detail: String) -> AtlasError {
    .unsupported(format: .godot, detail: detail)
  }

  private func malformed(_ detail: String) -> AtlasError {
    .malformed(format: .godot, detail: detail)
  }

  mutating func add(
    _ kind: String, _ attributes: [String: GodotValue], _ properties: [String: GodotValue]
  ) throws {
    let type = attributes["type"]?.string ?? ""
    switch kind {
    case "gd_resource":
      guard type == "SpriteFrames" else { throw unsupported("type \(quoted(type))") }
      guard attributes["format"]?.number?.integer ?? 0 >= 3 else {
        throw unsupported("a format before Godot 4")
      }
    case "ext_resource":
      guard type == "Texture2D" || type == "CompressedTexture2D" else {
        throw unsupported("an external resource of type \(quoted(type))")
      }
      guard let id = attributes["id"]?.string, let path = attributes["path"]?.string else {
        throw malformed("an external resource without id or path")
      }
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      pages[id] = try builder.addPage(AtlasPage(image: name))
    case "sub_resource":
      guard type == "AtlasTexture" else {
        throw unsupported("a resource of type \(quoted(type))")
      }
      guard let id = attributes["id"]?.string else { throw malformed("a resource without id") }
      textures[id] = properties
    case "resource":
      guard properties["script"] == nil else { throw unsupported("a script") }
      for animation in properties["animations"]?.elements ?? [] { try add(animation) }
    default: throw unsupported("a section \(quoted(kind))")
    }
  }

  private mutating func add(_ animation: GodotValue) throws {
    let name = animation["name"]?.string ?? ""
    guard let speed = animation["speed"]?.number, let list = animation["frames"]?.elements else {
      throw malformed("animation \(quoted(name)) has no speed or no frames")
    }
    var indices: [Int] = []
    var delays: [Delay] = []
    for entry in list {
      guard let id = entry["texture"]?.arguments(of: "SubResource")?.first?.string else {
        throw unsupported("a frame that is a whole picture")
      }
      let duration = entry["duration"]?.number ?? ExactDecimal(1)
      guard let delay = Self.delay(duration, speed: speed) else {
        throw malformed("animation \(quoted(name)) has a duration or speed out of range")
      }
      let index = try frame(id, delay: delay)
      indices.append(index)
      delays.append(delay)
    }
    // Delays belong to the animation: the same texture may stay for different times.
    let isLoop: Bool? = if case .truth(let loop)? = animation["loop"] { loop } else { nil }
    try builder.addAnimation(
      AtlasAnimation(
        name: name, indices: indices, delays: delays,
        plays: isLoop.map { $0 ? .forever : .plays(1) }))
  }

  /// The frame of an atlas texture; added when it is first used.
  private mutating func frame(_ id: String, delay: Delay) throws -> Int {
    if let index = frames[id] { return index }
    guard let texture = textures[id] else {
      throw malformed("texture \(quoted(id)) is missing")
    }
    guard let source = texture["atlas"]?.arguments(of: "ExtResource")?.first?.string,
      let page = pages[source]
    else { throw unsupported("a texture that is not cut from a picture") }
    func rect(_ key: String) throws -> [Int64]? {
      guard let value = texture[key] else { return nil }
      let numbers =
        (value.arguments(of: "Rect2") ?? value.arguments(of: "Rect2i"))?
        .compactMap { $0.number?.integer }
      guard let numbers, numbers.count == 4 else {
        throw AtlasError.malformedEntry(
          format: .godot, entry: id, detail: "\(key) is not four whole numbers")
      }
      return numbers
    }
    guard let region = try rect("region") else { throw unsupported("a texture without a region") }
    var raw = AtlasBuilder.RawFrame(
      name: id, x: region[0], y: region[1], width: region[2], height: region[3])
    if let margin = try rect("margin") {
      let (width, wide) = region[2].addingReportingOverflow(margin[2])
      let (height, high) = region[3].addingReportingOverflow(margin[3])
      guard !wide, !high else { throw malformed("a margin out of range") }
      (raw.offsetX, raw.offsetY) = (margin[0], margin[1])
      (raw.sourceWidth, raw.sourceHeight) = (width, height)
    }
    raw.delay = delay
    let index = try builder.addFrame(raw, page: page)
    frames[id] = index
    return index
  }

  /// `duration / speed` seconds as an exact fraction.
  private static func delay(_ duration: ExactDecimal, speed: ExactDecimal) -> Delay? {
    guard !duration.isNegative, speed.significand > 0 else { return nil }
    let exponent = duration.exponent - speed.exponent
    let divisor = greatestCommonDivisor(duration.significand, speed.significand)
    let part = ExactDecimal(duration.significand / divisor)
    let whole = ExactDecimal(speed.significand / divisor)
    guard
      let numerator = part.shifted(by: part.exponent + max(0, exponent)),
      let denominator = whole.shifted(by: whole.exponent + max(0, -exponent))
    else { return nil }
    return .seconds(numerator, over: denominator)
  }
}
