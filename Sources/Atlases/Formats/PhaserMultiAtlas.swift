internal import Stages
internal import TextFormats

/// Reads Phaser's multi-atlas: `textures`, each a picture with its own list or hash of frames.
enum PhaserMultiAtlas {
  static func read(_ json: JSONValue, limits: ReadingLimits) throws -> Atlas {
    var builder = AtlasBuilder(.phaserMultiAtlas, limits: limits)
    guard let textures = json["textures"], textures.isArray else {
      throw AtlasError.malformed(format: .phaserMultiAtlas, detail: "textures is not a list")
    }
    for texture in textures.elements {
      let page = try builder.addPage(
        PackedSheetJSON.readPage(texture, format: .phaserMultiAtlas))
      try PackedSheetJSON.readFrames(texture["frames"], page: page, into: &builder)
    }
    return builder.atlas
  }
}
