internal import AnimTiming
internal import Stages
internal import TextFormats

/// Reads Phaser's animation JSON, as `AnimationManager.toJSON` writes it: for each animation the
/// frames by name, their durations, and the number of repetitions.
///
/// In Phaser the program names the files of frames and animations separately; here the animations
/// are in `NAME.animations.json` next to `NAME.json`.
enum PhaserAnimations {
  /// Phaser's default for an animation without a rate or a duration.
  private static let frameRate: Int64 = 24

  static func fileNames(besides name: String) -> [String] {
    guard let dot = name.lastIndex(of: ".") else { return [] }
    return ["\(name[..<dot]).animations.json"]
  }

  /// Adds the animations of a list to an atlas. Animations of other textures are skipped, because a
  /// game's list often contains all of them.
  ///
  /// - Throws: ``AtlasError`` and ``ReadingError/limitExceeded(limit:value:allowed:)``.
  static func add(_ bytes: [UInt8], to atlas: Atlas, limits: ReadingLimits) throws -> Atlas {
    let json: JSONValue
    do { json = try JSONReader.read(bytes) } catch let error as TextError {
      throw AtlasError(error)
    }
    guard let list = json["anims"], list.isArray else {
      throw AtlasError.malformed(
        format: .phaserMultiAtlas, detail: "the file of animations has no list of anims")
    }
    var indices: [String: Int] = [:]
    for (index, frame) in atlas.frames.enumerated() { indices[frame.name] = index }
    var timed = atlas
    var count = 0
    for json in list.elements {
      guard let animation = try animation(json, indices, limits) else { continue }
      count += animation.indices.count
      try limits.check(.frames, count, limits.maxFrames)
      timed.add(timed: animation)
    }
    timed.takePlaysOfOnlyAnimation()
    return timed
  }

  /// - Returns: nil if a frame is not in the atlas, and if there is none.
  private static func animation(
    _ json: JSONValue, _ known: [String: Int], _ limits: ReadingLimits
  ) throws -> AtlasAnimation? {
    let name = json["key"]?.string ?? ""
    let frames = JSONValue.list(json["frames"])
    let indices = frames.compactMap { frame -> Int? in
      let name = frame["frame"]?.string ?? frame["frame"]?.integer.map { "\($0)" }
      return name.flatMap { known[$0] }
    }
    guard !indices.isEmpty, indices.count == frames.count else { return nil }
    let usual = usualDelay(json, count: frames.count)
    let delays = try frames.map { frame -> Delay in
      // A frame without its own duration has 0.
      guard let duration = frame["duration"]?.number, duration.significand != 0 else {
        return usual
      }
      guard let delay = Delay.decimal(duration, in: .milliseconds) else {
        throw AtlasError.malformedEntry(
          format: .phaserMultiAtlas, entry: name,
          detail: "a duration is not a number of milliseconds from 0 up to 68 years")
      }
      return delay
    }
    let whole = AtlasAnimation(
      name: name, indices: indices, delays: delays, plays: plays(json["repeat"]?.integer ?? 0))
    return json["yoyo"]?.bool == true
      ? try thereAndBack(whole, maxFrames: limits.maxFrames) : whole
  }

  /// -1 repeats forever, 0 plays once, and any other number is the number of repetitions.
  private static func plays(_ repeats: Int64) -> LoopCount {
    repeats < 0 ? .forever : .plays(Int(clamping: min(repeats, Int64(Int32.max)) + 1))
  }

  /// The duration of frames without one.
  private static func usualDelay(_ json: JSONValue, count: Int) -> Delay {
    if let rate = json["frameRate"]?.integer, 1...1_000_000 ~= rate {
      return .seconds(1, over: rate) ?? .missing
    }
    if json["frameRate"] == nil, let duration = json["duration"]?.integer,
      1...1_000_000_000 ~= duration
    {
      return .seconds(duration, over: 1000 * Int64(count)) ?? .missing
    }
    return .seconds(1, over: frameRate) ?? .missing
  }

  /// An animation that reverses at its end. A play is both ways; frames at the turning points are
  /// shown once.
  private static func thereAndBack(
    _ animation: AtlasAnimation, maxFrames: Int
  ) throws -> AtlasAnimation {
    let repeats: Int? =
      if case .plays(let count)? = animation.plays { 2 * count } else { nil }
    let steps = try AtlasTag(
      name: "", from: 0, to: animation.indices.count - 1, direction: .pingpong, repeats: repeats
    ).playOrder(maxFrames: maxFrames)
    return AtlasAnimation(
      name: animation.name, indices: steps.indices.map { animation.indices[$0] },
      delays: steps.indices.map { animation.delays[$0] }, plays: steps.plays)
  }
}
