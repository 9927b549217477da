internal import AnimTiming
internal import TextFormats

/// Code that loads the data of a sheet and plays its first animation, in the language of the
/// format's program.
package enum LoadingCode {
  /// - Returns: nil for formats that are not for one program, and if several pages need more than
  ///   one loader.
  /// - Throws: ``AtlasWritingError``.
  package static func text(_ sheet: SheetDescription) throws -> String? {
    switch sheet.format {
    case .pixi where sheet.atlas.pages.count == 1:
      try PixiPlayback.all(in: sheet).map(\.code).joined(separator: "\n")
    case .phaser: try phaser(sheet)
    case .asepriteNumbers: try phaserFromAseprite(sheet)
    case .godot: try godot(sheet)
    case .starling: try starling(sheet)
    case .unity: unity(sheet)
    default: nil
    }
  }

  /// Phaser 3: the loader has methods for the files of the atlas and of its animations.
  private static func phaser(_ sheet: SheetDescription) throws -> String? {
    guard let first = try sheet.animations().first, sheet.fileNames.count == 2 else { return nil }
    let key = jsonText(sheet.baseName)
    return """
      function preload() {
        this.load.multiatlas(\(key), \(jsonText(sheet.fileNames[0])));
        this.load.animation(\(jsonText("\(sheet.baseName)-animations")), \(jsonText(sheet.fileNames[1])));
      }
      function create() {
        this.add.sprite(100, 100, \(key)).play(\(jsonText(first.name)));
      }

      """
  }

  /// Phaser 3: tags become animations that play once unless `play` says otherwise.
  private static func phaserFromAseprite(_ sheet: SheetDescription) throws -> String? {
    guard let first = try sheet.animations().first else { return nil }
    let key = jsonText(sheet.baseName)
    return """
      function preload() {
        this.load.aseprite(\(key), \(jsonText(sheet.image(0))), \(jsonText(sheet.fileNames[0])));
      }
      function create() {
        this.anims.createFromAseprite(\(key));
        this.add.sprite(100, 100, \(key)).play({ key: \(jsonText(first.name)), repeat: \(first.plays.totalPlays - 1) });
      }

      """
  }

  /// Godot 4: the resource is a property of the node.
  private static func godot(_ sheet: SheetDescription) throws -> String? {
    guard let first = try sheet.animations().first else { return nil }
    return """
      extends Node2D

      func _ready() -> void:
      \tvar sprite := AnimatedSprite2D.new()
      \tsprite.sprite_frames = load(\(jsonText("res://\(sheet.fileNames[0])")))
      \tadd_child(sprite)
      \tsprite.play(\(jsonText(first.name)))

      """
  }

  /// Starling 2: clips consist of the textures whose names have the same prefix, and the code
  /// contains the times, which the XML lacks.
  private static func starling(_ sheet: SheetDescription) throws -> String? {
    let files = zip(sheet.atlas.pages.indices, sheet.fileNames).flatMap { page, file in
      [sheet.image(page), file]
    }
    var text = "assets.enqueue(\(files.map(jsonText).joined(separator: ", ")));\n"
    text += "assets.loadQueue(function():void {\n"
    for (number, clip) in try StarlingClip.all(in: sheet).enumerated() {
      text += clip.code(variable: "clip\(number == 0 ? "" : "\(number + 1)")")
    }
    return text + "});\n"
  }

  /// Unity: an import script for the folder `Editor`, for projects without TexturePacker's importer.
  private static func unity(_ sheet: SheetDescription) -> String {
    UnityImportScript.text
  }
}

/// One clip of Starling: the textures whose names begin with ``prefix``, in the order of their
/// numbers.
struct StarlingClip {
  let prefix: String
  /// Of each texture.
  var seconds: [RationalTime]
  let plays: LoopCount

  /// - Throws: ``AtlasWritingError``.
  static func all(in sheet: SheetDescription) throws -> [StarlingClip] {
    var clips: [StarlingClip] = []
    for frame in sheet.atlas.frames {
      guard let time = frame.delay.time else { continue }
      let prefix = String(frame.name.reversed().drop { $0.isASCII && $0.isNumber }.reversed())
      if let place = clips.firstIndex(where: { $0.prefix == prefix }) {
        clips[place].seconds.append(time)
      } else {
        clips.append(StarlingClip(prefix: prefix, seconds: [time], plays: sheet.plays))
      }
    }
    return clips
  }

  /// ActionScript that makes the clip, plays it and shows it.
  func code(variable: String) -> String {
    let isEven = Set(seconds).count == 1
    let rate = isEven ? Self.decimal(seconds[0].inverse ?? seconds[0]) : "12"
    var text = "  var \(variable):MovieClip = "
    text += "new MovieClip(assets.getTextures(\(jsonText(prefix))), \(rate));\n"
    if !isEven {
      let times = seconds.map(Self.decimal).joined(separator: ", ")
      text += "  [\(times)].forEach(function(time:Number, frame:int, all:Array):void {\n"
      text += "    \(variable).setFrameDuration(frame, time);\n  });\n"
    }
    if plays == .plays(1) { text += "  \(variable).loop = false;\n" }
    return text + "  addChild(\(variable));\n  Starling.juggler.add(\(variable));\n"
  }

  /// Rounded to a millionth.
  private static func decimal(_ time: RationalTime) -> String {
    ExactDecimal(Int128(time.numerator), over: Int128(time.denominator), places: 6)
      .map { "\($0)" } ?? "0"
  }
}

extension RationalTime {
  /// The reciprocal; nil for 0.
  fileprivate var inverse: RationalTime? {
    numerator > 0 ? RationalTime(denominator, numerator) : nil
  }
}
