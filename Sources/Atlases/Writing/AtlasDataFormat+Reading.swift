package import AnimTiming
package import Stages

extension AtlasDataFormat {
  /// The result of reading a format's files with animconv's own readers, all pages together; nil
  /// for formats that they do not read: Unity, YYImage, CSS, WebVTT and Android.
  ///
  /// - Parameters:
  ///   - contents: the files' bytes in written order.
  ///   - around: the name and the picture, for formats that store neither.
  /// - Throws: ``AtlasError`` and ``ReadingError``, when they cannot be read.
  package func read(
    _ contents: [[UInt8]], limits: ReadingLimits, around: AtlasSurroundings = .none
  ) throws -> Atlas? {
    let packs: ArraySlice<[UInt8]>
    switch self {
    case .unity, .yysprite, .css, .webvtt, .android: return nil
    // The last file has the animations.
    case .phaser, .cocos: packs = contents.dropLast()
    case .aseprite, .asepriteArray, .asepriteNumbers, .texturePacker, .texturePackerArray, .pixi,
      .starling, .libgdx, .godot, .tiled, .tiledJSON, .minecraft:
      packs = contents[...]
    }
    var whole: Atlas?
    for pack in packs {
      // Its first line is a name, which may look like another format.
      let atlas =
        self == .libgdx
        ? try LibGDXAtlas.read(pack, limits: limits)
        : try AtlasReader.parse(pack, limits: limits, around: around)
      whole = try whole?.merging(atlas, limits: limits) ?? atlas
    }
    if self == .cocos || self == .phaser, let animations = contents.last {
      return try whole?.adding(animations: animations, limits: limits)
    }
    return self == .godot ? whole?.inOrderOfTextures : whole
  }

  /// The tags or animations that ``read(_:limits:)`` must find, without durations; as lists for
  /// formats that only know lists. Nil for formats without them, and if each page has a part of
  /// them.
  ///
  /// - Parameter baseName: as for ``AtlasWriter``.
  /// - Throws: ``AtlasWritingError``.
  package func animationsKept(of atlas: Atlas, baseName: String) throws -> NamedAnimations? {
    switch self {
    case .aseprite, .asepriteArray, .asepriteNumbers, .pixi:
      return atlas.pages.count == 1 ? NamedAnimations(tags: atlas.tags) : nil
    case .godot, .cocos, .phaser:
      let sheet = try SheetDescription(
        atlas, format: self, baseName: baseName, stem: "", fileNames: [])
      let lists = try sheet.animations().map { animation in
        AtlasAnimation(
          name: animation.name, indices: animation.indices,
          plays: capabilities.plays.kept(of: animation.plays))
      }
      return NamedAnimations(animations: lists)
    default: return nil
    }
  }

  /// The delays of an atlas's frames that the format can store: whole milliseconds with rounded
  /// boundaries, exact values, whole units of rounded nanoseconds, or none. ``read(_:limits:)``
  /// must find these.
  ///
  /// - Throws: ``AtlasWritingError``.
  package func delaysKept(of atlas: Atlas) throws -> [Delay] {
    switch self {
    case .aseprite, .asepriteArray, .asepriteNumbers, .pixi, .phaser:
      let sheet = try SheetDescription(
        atlas, format: self, baseName: "", stem: "", fileNames: [])
      return try sheet.times(in: .milliseconds).durations.map { .milliseconds($0) }
    case .godot, .tiled, .tiledJSON, .minecraft: return atlas.frames.map(\.delay)
    case .cocos:
      let sheet = try SheetDescription(
        atlas, format: self, baseName: "", stem: "", fileNames: [])
      var delays = atlas.frames.map { _ in Delay.missing }
      for animation in try sheet.animations() {
        let kept = try CocosWriter.delays(of: animation, sheet)
        for (index, delay) in zip(animation.indices, kept) where delays[index] == .missing {
          delays[index] = delay
        }
      }
      return delays
    default: return atlas.frames.map { _ in .missing }
    }
  }
}

extension AtlasDataCapabilities.Plays {
  /// A loop count as players see it.
  fileprivate func kept(of plays: LoopCount) -> LoopCount {
    switch self {
    case .forever: .forever
    case .onceOrForever: plays == .forever ? plays : .plays(1)
    case .none, .any: plays
    }
  }
}

extension Atlas {
  /// The frames of a Godot resource in the order of its textures rather than of their use in
  /// animations; unchanged if their names are not those that animconv writes.
  fileprivate var inOrderOfTextures: Atlas {
    let numbers = frames.map { Int($0.name.dropFirst("AtlasTexture_".count)) ?? -1 }
    guard numbers.sorted() == Array(frames.indices) else { return self }
    var ordered = self
    for (frame, number) in zip(frames, numbers) { ordered.frames[number] = frame }
    for index in animations.indices {
      ordered.animations[index].indices = animations[index].indices.map { numbers[$0] }
    }
    return ordered
  }
}
