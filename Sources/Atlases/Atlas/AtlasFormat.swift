/// The descriptions of frames that animconv reads.
package enum AtlasFormat: String, Hashable, Sendable, CaseIterable {
  case aseprite, texturePacker, phaserMultiAtlas, starling, cocos2d, libGDX, godot, flipBook
  case minecraft, gameMaker, piskel, tiled, defold, unity, egret, spriteSheetPacker
  case imageset, ugoira, timing, ffconcat, apngasm, durations, fileNames
  case zip

  /// Whether an author chose the names of its animations; a flip-book is a single animation.
  package var namesAnimations: Bool { self != .flipBook && self != .minecraft }

  /// Its name in messages.
  package var title: String {
    switch self {
    case .aseprite: "Aseprite JSON"
    case .texturePacker: "TexturePacker JSON"
    case .phaserMultiAtlas: "Phaser multi-atlas JSON"
    case .starling: "Starling XML"
    case .cocos2d: "Cocos2d property list"
    case .libGDX: "libGDX atlas"
    case .godot: "Godot SpriteFrames"
    case .flipBook: "flip-book JSON"
    case .minecraft: "Minecraft animation"
    case .gameMaker: "GameMaker sprite"
    case .piskel: "Piskel document"
    case .tiled: "Tiled tileset"
    case .defold: "Defold atlas"
    case .unity: "tpsheet"
    case .egret: "Egret JSON"
    case .spriteSheetPacker: "Sprite Sheet Packer text"
    case .imageset: "imageset Contents.json"
    case .ugoira: "ugoira animation.json"
    case .timing: "animconv timing.json"
    case .ffconcat: "ffconcat list"
    case .apngasm: "apngasm list"
    case .durations: "list of durations"
    case .fileNames: "list of files"
    case .zip: "zip archive"
    }
  }
}
