package import Stages
internal import TextFormats

/// Recognises descriptions of frames by their content and reads them.
package enum AtlasReader {
  /// Reads a description of any kind.
  ///
  /// Lists of bare durations have no identifying mark and are tried last. JSON, XML and Godot
  /// resources are recognized by their start, ffconcat and libGDX by their first lines.
  ///
  /// - Throws: ``AtlasError`` and ``ReadingError``; never traps, whatever the bytes are.
  package static func read(
    _ bytes: [UInt8], limits: ReadingLimits, around: AtlasSurroundings = .none
  ) throws -> FrameDescription {
    do {
      return try description(TextEncoding.utf8(bytes), limits: limits, around)
    } catch let error as TextError {
      throw AtlasError(error)
    }
  }

  private static func description(
    _ bytes: [UInt8], limits: ReadingLimits, _ around: AtlasSurroundings
  ) throws -> FrameDescription {
    switch opening(of: bytes) {
    case .json: return try readJSON(try json(bytes), limits: limits, around)
    case .xml: return try readXML(bytes, limits: limits, around)
    case .godot: return .atlas(try GodotSpriteFrames.read(bytes, limits: limits, around))
    case .defold: return .atlas(try DefoldAtlas.read(bytes, limits: limits, around))
    case .unity: return .atlas(try TpsheetText.read(bytes, limits: limits, around))
    case .sprites: return .atlas(try SpriteSheetPackerText.read(bytes, limits: limits))
    case .ffconcat: return .list(try FFConcat.read(bytes, limits: limits))
    case .fileNames: return .list(try FileNameList.read(bytes, limits: limits))
    case .libGDX: return .atlas(try LibGDXAtlas.read(bytes, limits: limits))
    case .text: return .list(try DurationList.read(bytes, limits: limits))
    case .nothing: throw AtlasError.unknownFormat
    }
  }

  /// A value; trailing commas are allowed for GameMaker's files.
  private static func json(_ bytes: [UInt8]) throws -> JSONValue {
    do { return try JSONReader.read(bytes) } catch TextError.syntax(
      let language, let detail, let at)
    {
      var limits = JSONReader.Limits()
      limits.allowsTrailingCommas = true
      if let json = try? JSONReader.read(bytes, limits: limits), GameMakerSprite.isSprite(json) {
        return json
      }
      throw TextError.syntax(language: language, detail: detail, byteOffset: at)
    }
  }

  /// Reads an atlas as it is; it may lack frames if it is one of several packs.
  package static func parse(
    _ bytes: [UInt8], limits: ReadingLimits, around: AtlasSurroundings = .none
  ) throws -> Atlas {
    guard case .atlas(let atlas) = try read(bytes, limits: limits, around: around) else {
      throw AtlasError.unknownFormat
    }
    return atlas
  }

  /// Whether this is the data of an animated Minecraft texture.
  package static func describesMinecraftAnimation(_ bytes: [UInt8]) -> Bool {
    guard let json = try? JSONReader.read(bytes) else { return false }
    return json["animation"]?.isObject == true && json["frames"] == nil
  }

  /// Whether a file with this start can be text: no control characters except tabs and line ends.
  package static func isText(prefix: some Sequence<UInt8>) -> Bool {
    TextEncoding.utf8(Array(prefix)).allSatisfy { $0 >= 0x20 && $0 != 0x7F || 0x09...0x0D ~= $0 }
  }

  /// Whether a file with this start is read as a sheet's description.
  package static func mayDescribeSheet(prefix: [UInt8]) -> Bool {
    switch opening(of: TextEncoding.utf8(prefix)) {
    case .json, .xml, .godot, .libGDX, .defold, .unity, .sprites: true
    case .ffconcat, .fileNames, .text, .nothing: false
    }
  }

  private enum Opening {
    case json, xml, godot, ffconcat, fileNames, libGDX, defold, unity, sprites, text, nothing
  }

  /// The language that the first bytes suggest.
  private static func opening(of bytes: [UInt8]) -> Opening {
    var head = bytes.prefix(4096)
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { head = head.dropFirst(3) }
    head = head.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard !head.contains(0) else { return .nothing }
    if head.starts(with: "[gd_".utf8) { return .godot }
    switch head.first {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return .json
    case UInt8(ascii: "<"): return .xml
    case nil: return .nothing
    default: break
    }
    // Comments may precede everything.
    let lines = Array(
      String(decoding: head, as: UTF8.self)
        .split { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.lazy.map { trimmed($0) }
        .filter { !$0.hasPrefix("#") }.prefix(3))
    let first = lines.first ?? ""
    if ["ffconcat ", "file ", "file\t"].contains(where: first.hasPrefix) { return .ffconcat }
    if DefoldAtlas.matches(first) { return .defold }
    if TpsheetText.matches(lines) { return .unity }
    if SpriteSheetPackerText.matches(lines) { return .sprites }
    if FileNameList.matches(lines) { return .fileNames }
    let isImage = [".png", ".jpg", ".jpeg", ".webp", ".pvr", ".ktx"].contains {
      first.lowercased().hasSuffix($0)
    }
    if isImage, lines.count > 1, !lines[1].isEmpty { return .libGDX }
    return .text
  }

  private static func readJSON(
    _ json: JSONValue, limits: ReadingLimits, _ around: AtlasSurroundings
  ) throws -> FrameDescription {
    if let atlas = try readDocument(json, limits: limits, around) { return .atlas(atlas) }
    if json["format"]?.string == TimingJSON.formatName {
      return .list(try TimingJSON.read(json, limits: limits))
    }
    if json["format"]?.string == FlipBookJSON.formatName {
      return .atlas(try FlipBookJSON.read(json, limits: limits))
    }
    if let frames = UgoiraJSON.frames(json) {
      return .list(try UgoiraJSON.read(frames, limits: limits))
    }
    if json["textures"] != nil { return .atlas(try PhaserMultiAtlas.read(json, limits: limits)) }
    if json["images"] != nil { return .imageSet(try ImageSetContents.read(json, limits: limits)) }
    guard let frames = json["frames"] else { throw AtlasError.unknownFormat }
    if frames.isArray, let first = frames.elements.first(where: { _ in true }),
      first.isString || first["frame"] == nil && json["meta"] == nil
    {
      return .list(try ApngasmList.read(json, limits: limits))
    }
    return .atlas(try PackedSheetJSON.read(json, limits: limits))
  }

  /// Reads data that identifies its program; nil for other data.
  private static func readDocument(
    _ json: JSONValue, limits: ReadingLimits, _ around: AtlasSurroundings
  ) throws -> Atlas? {
    if GameMakerSprite.isSprite(json) {
      return try GameMakerSprite.read(json, limits: limits, around)
    }
    if json["piskel"]?.isObject == true {
      return try PiskelDocument.read(json, limits: limits, around)
    }
    if TiledTileset.isTileset(json) {
      return try TiledTileset.readJSON(json, limits: limits, around)
    }
    if EgretJSON.isClip(json) { return try EgretJSON.readClips(json, limits: limits) }
    if EgretJSON.isSheet(json) { return try EgretJSON.readSheet(json, limits: limits) }
    if json["frames"] == nil, MinecraftAnimation.isMetadata(json) {
      return try MinecraftAnimation.read(json, limits: limits, around)
    }
    return nil
  }

  private static func readXML(
    _ bytes: [UInt8], limits: ReadingLimits, _ around: AtlasSurroundings
  ) throws -> FrameDescription {
    var reader = try XMLReader(bytes)
    guard case .start(let root, _)? = try reader.skipToStart() else {
      throw AtlasError.unknownFormat
    }
    switch root {
    case "TextureAtlas": return .atlas(try StarlingXML.read(bytes, limits: limits))
    case "tileset", "map":
      return .atlas(try TiledTileset.readXML(bytes, limits: limits, around))
    case "plist": return .atlas(try CocosPlist.read(bytes, limits: limits))
    case "animation": return .list(try ApngasmList.readXML(bytes, limits: limits))
    default: throw AtlasError.unknownFormat
    }
  }
}
