internal import AnimTiming
internal import Raster
internal import Stages
internal import TextFormats

/// Reads TexturePacker's family of JSON: frames as a hash or an array, and `meta`.
///
/// Frames are in file order; repeated names are all kept. The additions of Aseprite and PixiJS
/// (durations and tags, animations and further packs) are read wherever they occur. Files are not
/// distinguished by `meta.app`, because many tools write the same keys.
enum PackedSheetJSON {
  static func read(_ json: JSONValue, limits: ReadingLimits) throws -> Atlas {
    var builder = AtlasBuilder(.texturePacker, limits: limits)
    let isAseprite =
      json["meta"]?["frameTags"] != nil
      || json["meta"]?["app"]?.string?.lowercased().contains("aseprite") == true
    if isAseprite { builder.setFormat(.aseprite) }
    let page = try builder.addPage(readPage(json["meta"], format: builder.atlas.format))
    try readFrames(json["frames"], page: page, into: &builder)
    try AsepriteSheetTags.read(json["meta"], into: &builder)
    builder.setPlaysFromOnlyTag()
    try readPixiExtras(json, into: &builder)
    return builder.atlas
  }

  /// The image: `image`, `size` and `scale`, which is a text or a number.
  static func readPage(_ meta: JSONValue?, format: AtlasFormat) throws -> AtlasPage {
    var page = AtlasPage(image: nil)
    guard let meta else { return page }
    if let image = meta["image"] {
      guard let name = image.string else {
        throw AtlasError.malformed(
          format: format,
          detail: "the name of the picture is not a string")
      }
      page.image = name
    }
    if let size = meta["size"] {
      guard let width = size["w"]?.integer, let height = size["h"]?.integer,
        (1...Int64(Int32.max)).contains(width), (1...Int64(Int32.max)).contains(height)
      else {
        throw AtlasError.malformed(
          format: format, detail: "the size of the picture is not two positive whole numbers")
      }
      page.size = PixelSize(width: Int(width), height: Int(height))
    }
    if let scale = meta["scale"] {
      guard let number = scale.number ?? scale.string.flatMap({ ExactDecimal($0) }),
        number.significand > 0
      else {
        throw AtlasError.malformed(format: format, detail: "the scale is not a positive number")
      }
      page.scale = number
    }
    return page
  }

  /// Frames of a hash (name to frame) or of an array (frames with a `filename`).
  static func readFrames(
    _ frames: JSONValue?, page: Int, into builder: inout AtlasBuilder
  ) throws {
    let format = builder.atlas.format
    guard let frames, frames.isObject || frames.isArray else {
      throw AtlasError.malformed(format: format, detail: "frames is neither a list nor an object")
    }
    if frames.isArray {
      for (index, json) in frames.elements.enumerated() {
        try builder.checkCount(index)
        let name = json["filename"]?.string ?? "\(index)"
        try builder.addFrame(.init(name: name, json: json, format: format), page: page)
      }
      return
    }
    var entries: [(key: String, value: JSONValue)] = []
    for entry in frames.members {
      try builder.checkCount(entries.count)
      entries.append(entry)
    }
    // Browsers sort keys that are bare numbers, wherever they occur.
    let numbers = entries.map { bareNumber($0.key) }
    if !entries.isEmpty, !numbers.contains(nil) {
      let order = entries.indices.sorted { (numbers[$0] ?? 0, $0) < (numbers[$1] ?? 0, $1) }
      entries = order.map { entries[$0] }
    }
    for (name, json) in entries {
      try builder.addFrame(.init(name: name, json: json, format: format), page: page)
    }
  }

  /// The number of a key in its shortest form, such as `0` or `12`.
  private static func bareNumber(_ key: String) -> UInt32? {
    guard let number = UInt32(key), String(number) == key else { return nil }
    return number
  }

  /// `animations`, lists of frame names, and `meta.related_multi_packs`, names of further files.
  /// Entries of a wrong type are skipped with a warning, as in PixiJS.
  private static func readPixiExtras(
    _ json: JSONValue, into builder: inout AtlasBuilder
  ) throws {
    if let animations = json["animations"], animations.isObject {
      let frames = Dictionary(
        builder.atlas.frames.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
      for (name, list) in animations.members {
        var indices: [Int] = []
        for value in list.elements {
          try builder.checkCount(indices.count)
          if let frame = value.string.flatMap({ frames[$0] }) {
            indices.append(frame)
          } else {
            builder.warn("animation \(quoted(name)) names a frame that does not exist")
          }
        }
        // A name is repeated for the duration of its frame, for players without durations.
        if indices.allSatisfy({ builder.atlas.frames[$0].delay != .missing }) {
          indices = indices.indices.filter { $0 == 0 || indices[$0] != indices[$0 - 1] }
            .map { indices[$0] }
        }
        try builder.addAnimation(AtlasAnimation(name: name, indices: indices))
      }
    }
    guard let packs = json["meta"]?["related_multi_packs"] else { return }
    guard packs.isArray else {
      builder.warn("related_multi_packs is not a list")
      return
    }
    for pack in packs.elements {
      guard let name = pack.string else {
        builder.warn("related_multi_packs holds something that is not a file name")
        continue
      }
      guard builder.atlas.relatedFiles.count < Atlas.maxPacks else {
        builder.warn("related_multi_packs names more than \(Atlas.maxPacks) files")
        break
      }
      builder.addRelatedFile(name)
    }
  }
}
