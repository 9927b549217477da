internal import AnimTiming
internal import Raster
internal import Stages
internal import TextFormats

/// Reads the static part of Godot 4's `SpriteFrames` in text form, as a separate resource or inside
/// a scene: images as external resources, `AtlasTexture`s cut from them, and animations with
/// relative durations.
///
/// A frame's exact duration is its relative duration divided by the animation's speed. An image's
/// path is relative to the project (`res://`), the folder of the nearest `project.godot`. Parts
/// that need the engine are refused: other kinds of textures, textures without a region, scripts.
enum GodotSpriteFrames {
  static func read(
    _ bytes: [UInt8], limits: ReadingLimits, _ around: AtlasSurroundings = .none
  ) throws -> Atlas {
    let start = try TextLines.check(bytes, language: "Godot resource")
    var resource = Resource(limits: limits, around)
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
        let key = try reader.readKey()
        try reader.expect(UInt8(ascii: "="))
        properties[key] = try reader.readValue()
        reader.skipSpace()
      }
      guard isFirst == (kind == "gd_resource" || kind == "gd_scene") else {
        throw AtlasError.malformed(format: .godot, detail: "the resource's own tag is not first")
      }
      isFirst = false
      try resource.add(kind, attributes, properties)
    }
    return try resource.finished()
  }
}

private struct Resource {
  private var builder: AtlasBuilder
  private let around: AtlasSurroundings
  private var isScene = false
  /// The paths of external resources that may be images, by id.
  private var paths: [String: String] = [:]
  /// The page of each external resource that a frame uses, by id.
  private var pages: [String: Int] = [:]
  private var textures: [String: [String: GodotValue]] = [:]
  private var frames: [String: Int] = [:]
  /// A scene's sets of animations by id, and the nodes that show them.
  private var sets: [(id: String, animations: [GodotValue])] = []
  private var nodes: [String: String] = [:]
  /// The place of a scene's frames, if they are not in the scene itself.
  private var elsewhere: String?

  init(limits: ReadingLimits, _ around: AtlasSurroundings) {
    builder = AtlasBuilder(.godot, limits: limits)
    self.around = around
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
    case "gd_resource", "gd_scene":
      isScene = kind == "gd_scene"
      guard isScene || type == "SpriteFrames" else { throw unsupported("type \(quoted(type))") }
      guard attributes["format"]?.number?.integer ?? 0 >= 3 else {
        throw unsupported("a format before Godot 4")
      }
    case "ext_resource": try addExternal(type, attributes)
    case "sub_resource":
      guard isScene || type == "AtlasTexture" else {
        throw unsupported("a resource of type \(quoted(type))")
      }
      guard let id = attributes["id"]?.string else { throw malformed("a resource without id") }
      if type == "AtlasTexture" { textures[id] = properties }
      if type == "SpriteFrames" { sets.append((id, properties["animations"]?.elements ?? [])) }
    case "resource":
      guard properties["script"] == nil else { throw unsupported("a script") }
      for animation in properties["animations"]?.elements ?? [] { try add(animation) }
    case "node" where isScene:
      let frames = properties["sprite_frames"] ?? properties["frames"]
      if let id = frames?.arguments(of: "SubResource")?.first?.string {
        nodes[id] = nodes[id] ?? attributes["name"]?.string
      }
    case "connection" where isScene, "editable" where isScene: break
    default: throw unsupported("a section \(quoted(kind))")
    }
  }

  private mutating func addExternal(_ type: String, _ attributes: [String: GodotValue]) throws {
    guard isScene || type == "Texture2D" || type == "CompressedTexture2D" else {
      throw unsupported("an external resource of type \(quoted(type))")
    }
    guard let id = attributes["id"]?.string, let path = attributes["path"]?.string else {
      throw malformed("an external resource without id or path")
    }
    if type == "SpriteFrames" { elsewhere = elsewhere ?? path }
    paths[id] = path
    // All images of a resource are its pages, in order; for a scene, those that frames use.
    if !isScene { _ = try page(of: id) }
  }

  /// The atlas, with the animations of a scene.
  mutating func finished() throws -> Atlas {
    if isScene, sets.isEmpty {
      throw unsupported(
        elsewhere.map { "frames in another file, \(quoted($0)), which can be read instead," }
          ?? "a scene without SpriteFrames")
    }
    for set in sets {
      let title = sets.count > 1 ? (nodes[set.id] ?? set.id) + "/" : ""
      for animation in set.animations { try add(animation, of: title) }
    }
    return builder.atlas
  }

  /// The page of an external image; added on first use.
  private mutating func page(of id: String) throws -> Int? {
    if let page = pages[id] { return page }
    guard let path = paths[id] else { return nil }
    let page = try builder.addPage(Self.page(path))
    pages[id] = page
    return page
  }

  private static func page(_ path: String) -> AtlasPage {
    let mark = "res://"
    guard path.hasPrefix(mark) else { return AtlasPage(image: path) }
    var page = AtlasPage(image: String(path.dropFirst(mark.count)))
    page.projectFile = "project.godot"
    return page
  }

  private mutating func add(_ animation: GodotValue, of title: String = "") throws {
    let name = title + (animation["name"]?.string ?? "")
    guard let speed = animation["speed"]?.number, let list = animation["frames"]?.elements else {
      throw malformed("animation \(quoted(name)) has no speed or no frames")
    }
    var indices: [Int] = []
    var delays: [Delay] = []
    for entry in list {
      let duration = entry["duration"]?.number ?? ExactDecimal(1)
      guard let delay = Delay.seconds(duration, over: speed) else {
        throw malformed("animation \(quoted(name)) has a duration or speed out of range")
      }
      let index = try frame(entry["texture"], delay: delay)
      indices.append(index)
      delays.append(delay)
    }
    // Delays belong to the animation: the same texture may have different durations.
    try builder.addAnimation(
      AtlasAnimation(
        name: name, indices: indices, delays: delays, plays: Self.plays(animation["loop"])))
  }

  /// `true` and 1 mean forever, `false` and 0 once.
  private static func plays(_ loop: GodotValue?) -> LoopCount? {
    switch loop {
    case .truth(let loops): loops ? .forever : .plays(1)
    case .number(let number): number.significand == 0 ? .plays(1) : .forever
    default: nil
    }
  }

  /// The frame of a texture: a whole image, or a cut one.
  private mutating func frame(_ texture: GodotValue?, delay: Delay) throws -> Int {
    if let id = texture?.arguments(of: "SubResource")?.first?.string {
      return try frame(id, delay: delay)
    }
    guard let id = texture?.arguments(of: "ExtResource")?.first?.string,
      let page = try page(of: id)
    else { throw unsupported("a frame without a picture") }
    let key = "ExtResource/" + id
    if let index = frames[key] { return index }
    let size = try around.pictureSize(builder.atlas.pages[page])
    let file = paths[id]?.split(separator: "/").last ?? ""
    var raw = AtlasBuilder.RawFrame(
      name: String(file), x: 0, y: 0, width: Int64(size.width), height: Int64(size.height))
    raw.delay = delay
    let index = try builder.addFrame(raw, page: page)
    frames[key] = index
    return index
  }

  /// The frame of an atlas texture; added on first use.
  private mutating func frame(_ id: String, delay: Delay) throws -> Int {
    if let index = frames[id] { return index }
    guard let texture = textures[id] else {
      throw malformed("texture \(quoted(id)) is missing")
    }
    guard let source = texture["atlas"]?.arguments(of: "ExtResource")?.first?.string,
      let page = try page(of: source)
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
}
