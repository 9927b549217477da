internal import AnimTiming
internal import Stages
internal import TextFormats

/// Reads the property list of Cocos2d's animation cache, format 2: for each animation the frames by
/// name, how many units each shows, how long a unit is, and how often all is played.
///
/// Cocos2d finds frames in one file and animations in another one that the program names; here it
/// is the one called `NAME.animations.plist` beside `NAME.plist`.
enum CocosAnimations {
  /// The most plays that `loops` can ask for in every Cocos2d: an endless animation. Cocos2d-x reads
  /// a 32-bit number, and the `loop` of Cocos2d-JS stands still on its first frame where a play
  /// lasts a second or longer, because its duration is infinite then.
  static let forever: Int64 = 2_147_483_647

  /// The names that the animations of a file of frames may have, the best one first.
  ///
  /// - Parameter name: `walk.plist`, or `walk-0.plist` of several pages.
  static func fileNames(besides name: String) -> [String] {
    guard let dot = name.lastIndex(of: ".") else { return [] }
    let stem = name[..<dot]
    let pageless = stem.hasSuffix("-0") ? [stem.dropLast(2)] : []
    return (pageless + [stem]).map { "\($0).animations.plist" }
  }

  /// Gives an atlas the animations of a list. Frames get the delay of the first animation that shows
  /// them; when one animation shows all of them in their order, the atlas is played as it says.
  ///
  /// - Throws: ``AtlasError``, also for a frame that the atlas lacks, and
  ///   ``ReadingError/limitExceeded(limit:value:allowed:)``.
  static func add(_ bytes: [UInt8], to atlas: Atlas, limits: ReadingLimits) throws -> Atlas {
    let list: PropertyList
    do { list = try PropertyList.read(bytes) } catch let error as TextError {
      throw AtlasError(error)
    }
    guard list["properties"]?["format"]?.number?.integer == 2,
      let animations = list["animations"]?.members
    else {
      throw AtlasError.unsupported(format: .cocos2d, detail: "animations that are not format 2")
    }
    var indices: [String: Int] = [:]
    for (index, frame) in atlas.frames.enumerated() { indices[frame.name] = index }
    var timed = atlas
    var count = 0
    for (name, values) in animations {
      let animation = try animation(name, values, indices: indices)
      count += animation.indices.count
      try limits.check(.frames, count, limits.maxFrames)
      if animation.indices.isEmpty { continue }
      timed.add(timed: animation)
    }
    timed.takePlaysOfOnlyAnimation()
    return timed
  }

  private static func animation(
    _ name: String, _ values: PropertyList, indices: [String: Int]
  ) throws -> AtlasAnimation {
    func error(_ detail: String) -> AtlasError {
      .malformedEntry(format: .cocos2d, entry: name, detail: detail)
    }
    guard let unit = values["delayPerUnit"]?.number, let frames = values["frames"]?.elements else {
      throw error("delayPerUnit or frames is missing")
    }
    var animation = AtlasAnimation(name: name, indices: [])
    for frame in frames {
      guard let frameName = frame["spriteframe"]?.string, let index = indices[frameName] else {
        throw error("it shows a frame that is not in the sheet")
      }
      guard let units = frame["delayUnits"]?.number,
        let delay = delay(unit, times: units)
      else { throw error("the duration of \(quoted(frameName)) is not valid") }
      animation.indices.append(index)
      animation.delays.append(delay)
    }
    let loops = values["loops"]?.number?.integer ?? 1
    animation.plays =
      values["loop"]?.bool == true || loops >= forever
      ? .forever : .plays(Int(clamping: max(1, loops)))
    return animation
  }

  /// How long a frame shows; nil when it is no time.
  static func delay(_ unit: ExactDecimal, times units: ExactDecimal) -> Delay? {
    let (ticks, overflow) = unit.significand.multipliedReportingOverflow(by: units.significand)
    return overflow
      ? nil : .decimal(ExactDecimal(ticks, exponent: unit.exponent + units.exponent), in: .seconds)
  }
}
