internal import AnimTiming
internal import Stages
internal import TextFormats

/// Reads the property list of Cocos2d's animation cache. Format 2 has for each animation the frames
/// by name, their durations in units, the length of a unit, and the loop count. Format 1 has the
/// names of the frames and one duration.
///
/// In Cocos2d the program names the files of frames and animations separately; here the animations
/// are in `NAME.animations.plist` next to `NAME.plist`.
enum CocosAnimations {
  /// The largest value of `loops` in every Cocos2d: an endless animation. Cocos2d-x reads a 32-bit
  /// number, and the `loop` of Cocos2d-JS freezes on its first frame if a play lasts a second or
  /// longer, because its duration becomes infinite.
  static let forever: Int64 = 2_147_483_647

  /// Candidate names of the animation file for a file of frames, the best first.
  ///
  /// - Parameter name: `walk.plist`, or `walk-0.plist` for several pages.
  static func fileNames(besides name: String) -> [String] {
    guard let dot = name.lastIndex(of: ".") else { return [] }
    let stem = name[..<dot]
    let pageless = stem.hasSuffix("-0") ? [stem.dropLast(2)] : []
    return (pageless + [stem]).map { "\($0).animations.plist" }
  }

  /// Adds the animations of a list to an atlas. Frames get the delay of the first animation that
  /// shows them. If one animation shows all of them in order, its loop count applies to the atlas.
  ///
  /// - Parameter leavesOut: whether an animation with a missing frame is omitted with a warning
  ///   rather than an error.
  /// - Throws: ``AtlasError`` and ``ReadingError/limitExceeded(limit:value:allowed:)``.
  static func add(
    _ bytes: [UInt8], to atlas: Atlas, leavesOut: Bool = false, limits: ReadingLimits
  ) throws -> Atlas {
    let list = try propertyList(bytes)
    let version = list["properties"]?["format"]?.number?.integer ?? 1
    guard 1...2 ~= version, let animations = list["animations"]?.members else {
      throw AtlasError.unsupported(
        format: .cocos2d, detail: "animations that are neither format 1 nor 2")
    }
    var indices: [String: Int] = [:]
    for (index, frame) in atlas.frames.enumerated() { indices[frame.name] = index }
    var timed = atlas
    var count = 0
    for (name, values) in animations {
      let reader = Reader(name: name, values: values, indices: indices)
      let animation: AtlasAnimation
      do {
        animation = version == 1 ? try reader.list : try reader.units
      } catch Reader.Missing.frame(let frame) where leavesOut {
        timed.warnings.append(
          ReadingWarning(
            kind: .nonconforming,
            detail: "animation \(quoted(name)) is left out: no sheet has its frame \(quoted(frame))"
          ))
        continue
      } catch Reader.Missing.frame {
        throw reader.error("it shows a frame that is not in the sheet")
      }
      count += animation.indices.count
      try limits.check(.frames, count, limits.maxFrames)
      if animation.indices.isEmpty { continue }
      timed.add(timed: animation)
    }
    timed.takePlaysOfOnlyAnimation()
    return timed
  }

  private static func propertyList(_ bytes: [UInt8]) throws -> PropertyList {
    do { return try PropertyList.read(bytes) } catch let error as TextError {
      throw AtlasError(error)
    }
  }

  /// One animation and the places of its frames.
  private struct Reader {
    enum Missing: Error { case frame(String) }

    let name: String
    let values: PropertyList
    let indices: [String: Int]

    func error(_ detail: String) -> AtlasError {
      .malformedEntry(format: .cocos2d, entry: name, detail: detail)
    }

    private func index(_ frame: String?) throws -> Int {
      guard let frame else { throw error("a frame has no name") }
      guard let index = indices[frame] else { throw Missing.frame(frame) }
      return index
    }

    /// Format 1.
    var list: AtlasAnimation {
      get throws {
        guard let frames = values["frames"]?.elements else { throw error("frames is missing") }
        let delay = values["delay"]?.number.map { Delay.decimal($0, in: .seconds) } ?? .missing
        guard let delay else { throw error("delay is not a time") }
        let indices = try frames.map { try index($0.string) }
        return AtlasAnimation(
          name: name, indices: indices,
          delays: delay == .missing ? [] : indices.map { _ in delay })
      }
    }

    /// Format 2.
    var units: AtlasAnimation {
      get throws {
        guard let unit = values["delayPerUnit"]?.number, let frames = values["frames"]?.elements
        else { throw error("delayPerUnit or frames is missing") }
        var animation = AtlasAnimation(name: name, indices: [])
        for frame in frames {
          let frameName = frame["spriteframe"]?.string
          animation.indices.append(try index(frameName))
          guard let units = frame["delayUnits"]?.number,
            let delay = CocosAnimations.delay(unit, times: units)
          else { throw error("the duration of \(quoted(frameName ?? "")) is not valid") }
          animation.delays.append(delay)
        }
        let loops = values["loops"]?.number?.integer ?? 1
        animation.plays =
          values["loop"]?.bool == true || loops >= forever
          ? .forever : .plays(Int(clamping: max(1, loops)))
        return animation
      }
    }
  }

  /// The frame files that an animation list names, untrusted; nil for other files. Format 1 names
  /// none.
  static func sheetNames(_ bytes: [UInt8]) -> [String]? {
    guard bytes.prefix(1024).starts(with: "<".utf8), let list = try? PropertyList.read(bytes),
      list["animations"]?.members != nil,
      list["frames"] == nil
    else { return nil }
    return list["properties"]?["spritesheets"]?.elements?.compactMap(\.string) ?? []
  }

  /// The duration of a frame; nil if it is invalid.
  static func delay(_ unit: ExactDecimal, times units: ExactDecimal) -> Delay? {
    let (ticks, overflow) = unit.significand.multipliedReportingOverflow(by: units.significand)
    return overflow
      ? nil : .decimal(ExactDecimal(ticks, exponent: unit.exponent + units.exponent), in: .seconds)
  }
}
