extension AtlasDataFormat {
  /// The extension of its first file.
  var fileExtension: String {
    switch self {
    case .aseprite, .asepriteArray, .asepriteNumbers, .texturePacker, .texturePackerArray, .pixi,
      .phaser, .yysprite:
      "json"
    case .starling, .android: "xml"
    case .cocos: "plist"
    case .libgdx: "atlas"
    case .godot: "tres"
    case .unity: "tpsheet"
    case .tiled: "tsx"
    case .tiledJSON: "tsj"
    case .minecraft: "png.mcmeta"
    case .css: "css"
    case .webvtt: "vtt"
    }
  }

  /// The names of its files in the order of ``contents(_:)``.
  func fileNames(stem: String, pageCount: Int) -> [String] {
    switch self {
    case .aseprite, .asepriteArray, .asepriteNumbers, .texturePacker, .texturePackerArray, .pixi,
      .starling, .unity:
      pageNames(stem: stem, pageCount: pageCount)
    case .cocos: pageNames(stem: stem, pageCount: pageCount) + ["\(stem).animations.plist"]
    case .phaser: ["\(stem).json", "\(stem).animations.json"]
    case .css: ["\(stem).css", "\(stem).html"]
    case .libgdx, .godot, .yysprite, .tiled, .tiledJSON, .minecraft, .webvtt, .android:
      ["\(stem).\(fileExtension)"]
    }
  }

  private func pageNames(stem: String, pageCount: Int) -> [String] {
    pageCount == 1
      ? ["\(stem).\(fileExtension)"]
      : (0..<pageCount).map { "\(stem)-\($0).\(fileExtension)" }
  }

  /// Its files.
  ///
  /// - Throws: ``AtlasWritingError``.
  func contents(_ sheet: SheetDescription) throws -> [[UInt8]] {
    switch self {
    case .aseprite: try AsepriteWriter(.names).contents(sheet)
    case .asepriteArray: try AsepriteWriter(.array).contents(sheet)
    case .asepriteNumbers: try AsepriteWriter(.numbers).contents(sheet)
    case .texturePacker: try TexturePackerWriter(.hash).contents(sheet)
    case .texturePackerArray: try TexturePackerWriter(.array).contents(sheet)
    case .pixi: try PixiWriter.contents(sheet)
    case .phaser: try PhaserWriter.contents(sheet)
    case .starling: try StarlingWriter.contents(sheet)
    case .cocos: try CocosWriter.contents(sheet)
    case .libgdx: [try LibGDXWriter.contents(sheet)]
    case .godot: [try GodotWriter.contents(sheet)]
    case .unity: try UnityWriter.contents(sheet)
    case .yysprite: [try YYSpriteWriter.contents(sheet)]
    case .tiled: [try TiledWriter.xml(sheet)]
    case .tiledJSON: [try TiledWriter.json(sheet)]
    case .minecraft: [try MinecraftWriter.contents(sheet)]
    case .css: try CSSWriter.contents(sheet)
    case .webvtt: [try WebVTTWriter.contents(sheet)]
    case .android: [try AndroidWriter.contents(sheet)]
    }
  }
}
