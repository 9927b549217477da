package import AnimTiming
package import Stages

extension AtlasDataFormat {
  /// What animconv's own readers make of the files of a format, all pages together; nil for a
  /// format that they do not read: Unity, YYImage, CSS, WebVTT and Android.
  ///
  /// - Parameter contents: the files' bytes in the order in which they are written.
  /// - Throws: ``AtlasError`` and ``ReadingError``, when they cannot be read.
  package func read(_ contents: [[UInt8]], limits: ReadingLimits) throws -> Atlas? {
    let packs: ArraySlice<[UInt8]>
    switch self {
    case .unity, .yysprite, .css, .webvtt, .android: return nil
    // The second file has the animations, whose times are those of the frames.
    case .phaser: packs = contents.prefix(1)
    case .cocos: packs = contents.dropLast()
    case .aseprite, .asepriteArray, .asepriteNumbers, .texturePacker, .texturePackerArray, .pixi,
      .starling, .libgdx, .godot:
      packs = contents[...]
    }
    var whole: Atlas?
    for pack in packs {
      // Its first line is a name, which may look like anything.
      let atlas =
        self == .libgdx
        ? try LibGDXAtlas.read(pack, limits: limits)
        : try AtlasReader.parse(pack, limits: limits)
      whole = try whole?.merging(atlas, limits: limits) ?? atlas
    }
    if self == .cocos, let frames = whole, let animations = contents.last {
      return try CocosAnimations.add(animations, to: frames, limits: limits)
    }
    return whole
  }

  /// The delays that the format can hold of an atlas's frames: whole milliseconds with rounded
  /// boundaries, the exact ones, whole units of rounded nanoseconds, or none. What ``read(_:limits:)`` has to find.
  ///
  /// - Throws: ``AtlasWritingError``.
  package func delaysKept(of atlas: Atlas) throws -> [Delay] {
    switch self {
    case .aseprite, .asepriteArray, .asepriteNumbers, .pixi, .phaser:
      let sheet = try SheetDescription(
        atlas, format: self, baseName: "", stem: "", fileNames: [])
      return try sheet.times(in: .milliseconds).durations.map { .milliseconds($0) }
    case .godot: return atlas.frames.map(\.delay)
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
