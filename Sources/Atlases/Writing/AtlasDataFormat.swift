/// The data formats of sheets that animconv writes.
///
/// The raw values are the names on the command line.
public enum AtlasDataFormat: String, Sendable, Hashable, CaseIterable {
  /// Aseprite's JSON with frames by name: durations in ms, tags, and `animations` for PixiJS.
  case aseprite
  /// Aseprite's JSON with frames as a list.
  case asepriteArray = "aseprite-array"
  /// Aseprite's JSON with frames by bare number, as Phaser's `createFromAseprite` expects it.
  case asepriteNumbers = "aseprite-numbers"
  /// TexturePacker's JSON with frames by name. Without time.
  case texturePacker = "texturepacker"
  /// TexturePacker's JSON with frames as a list. Without time.
  case texturePackerArray = "texturepacker-array"
  /// PixiJS: TexturePacker's JSON with `animations`, in which a frame is repeated while it is
  /// shown.
  case pixi
  /// Phaser's multi-atlas, and the JSON of its animations in a second file.
  case phaser
  /// The XML of Starling and Sparrow. Without time.
  case starling
  /// Cocos2d's property list, and the property list of its animations in a second file.
  case cocos
  /// The text atlas of libGDX and Spine. Without time.
  case libgdx
  /// Godot 4's `SpriteFrames` resource.
  case godot
  /// The `.tpsheet` of TexturePacker's importer for Unity. Without time.
  case unity
  /// The input of YYImage's `YYSpriteSheetImage`, as JSON.
  case yysprite
  /// A tileset of Tiled in XML, with an animated tile for each animation.
  case tiled
  /// The same tileset in JSON.
  case tiledJSON = "tiled-json"
  /// The `.mcmeta` of an animated texture of Minecraft, in ticks of 1/20 s.
  case minecraft
  /// A style sheet that plays the sheet, and a page that shows it.
  case css
  /// WebVTT thumbnails: one cue per frame, naming its part of the sheet.
  case webvtt
  /// Android's `AnimationDrawable`, for pictures of one frame each.
  case android

  /// Whether its durations are whole milliseconds; otherwise they are exact, or there are none.
  public var countsMilliseconds: Bool {
    switch self {
    case .aseprite, .asepriteArray, .asepriteNumbers, .pixi, .phaser, .tiled, .tiledJSON, .webvtt,
      .android:
      true
    case .texturePacker, .texturePackerArray, .starling, .cocos, .libgdx, .godot, .unity,
      .yysprite, .minecraft, .css:
      false
    }
  }

  /// Its name in messages.
  public var title: String {
    switch self {
    case .aseprite: "Aseprite JSON"
    case .asepriteArray: "Aseprite JSON (array)"
    case .asepriteNumbers: "Aseprite JSON (numbers)"
    case .texturePacker: "TexturePacker JSON"
    case .texturePackerArray: "TexturePacker JSON (array)"
    case .pixi: "PixiJS JSON"
    case .phaser: "Phaser multi-atlas JSON"
    case .starling: "Starling XML"
    case .cocos: "Cocos2d property list"
    case .libgdx: "libGDX atlas"
    case .godot: "Godot SpriteFrames"
    case .unity: "Unity tpsheet"
    case .yysprite: "YYSpriteSheetImage JSON"
    case .tiled: "Tiled tileset"
    case .tiledJSON: "Tiled tileset (JSON)"
    case .minecraft: "Minecraft mcmeta"
    case .css: "CSS"
    case .webvtt: "WebVTT"
    case .android: "Android AnimationDrawable"
    }
  }
}
