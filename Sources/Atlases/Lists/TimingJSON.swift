internal import AnimTiming
internal import Stages
internal import TextFormats

/// Reads and writes animconv's own `timing.json`, which stores the timing of a frame folder
/// exactly:
///
///     {
///       "format": "animconv-timing",
///       "version": 2,
///       "plays": 0,
///       "frames": [
///         {"file": "f1.png", "index": 0, "start": "0/1", "duration": "1/25", "startSeconds": 0,
///          "durationSeconds": 0.04, "sourceIndex": 0, "sourceStart": "0/1"}
///       ]
///     }
///
/// `plays` is the loop count, 0 for forever; it is optional. Every time is in seconds: as a text
/// with an exact fraction and, for other programs, as a number rounded to nine decimals. `index`
/// and `start` count from 0 in the output, `sourceIndex` and `sourceStart` in the input, in display
/// order. Only `file` and `duration` are read; the latter is optional. Unknown members are ignored,
/// an unknown version is refused. The file is in the folder of the frames.
///
/// Version 1 is also read; its numeric durations are milliseconds.
package enum TimingJSON {
  static let formatName = "animconv-timing"
  static let version: Int64 = 2

  static func read(_ json: JSONValue, limits: ReadingLimits) throws -> FrameList {
    guard let version = json["version"]?.integer else {
      throw AtlasError.malformed(format: .timing, detail: "version is not a whole number")
    }
    guard 1...Self.version ~= version else {
      throw AtlasError.unsupported(format: .timing, detail: "version \(version)")
    }
    var builder = FrameListBuilder(.timing, limits: limits)
    if let plays = json["plays"] {
      guard let count = plays.integer, count >= 0 else {
        throw AtlasError.malformed(format: .timing, detail: "plays is not a whole number from 0")
      }
      builder.setPlays(count)
    }
    guard let frames = json["frames"], frames.isArray else {
      throw AtlasError.malformed(format: .timing, detail: "frames is not a list")
    }
    for (index, frame) in frames.elements.enumerated() {
      let entry = JSONEntry(format: .timing, name: "\(index)", json: frame)
      try builder.add(
        .init(file: try entry.string("file"), delay: try delay(entry, frame, version)))
    }
    return try builder.list.checked()
  }

  private static func delay(
    _ entry: JSONEntry, _ frame: JSONValue, _ version: Int64
  ) throws -> Delay {
    guard let duration = frame["duration"] else { return .missing }
    let fraction = duration.string.flatMap {
      $0.contains("/") ? Delay.text($0, plainUnit: .seconds) : nil
    }
    let number = version == 1 ? duration.number : nil
    guard let delay = fraction ?? number.flatMap({ Delay.decimal($0, in: .milliseconds) }) else {
      throw entry.error(
        version == 1
          ? "duration is neither milliseconds nor a fraction of a second"
          : "duration is not a fraction of a second")
    }
    return delay
  }

  /// The text of a `timing.json`. This function is the inverse of ``read(_:limits:)``.
  package static func text(_ list: FrameList) -> String {
    var text = "{\n  \"format\": \"\(formatName)\",\n  \"version\": \(version),\n"
    switch list.plays {
    case .forever: text += "  \"plays\": 0,\n"
    case .plays(let count): text += "  \"plays\": \(count),\n"
    case nil: break
    }
    text += "  \"frames\": [\n"
    var start: RationalTime? = .zero
    for (index, entry) in list.entries.enumerated() {
      text += "    {\"file\": \(jsonText(entry.file ?? "")), \"index\": \(index)"
      let duration = entry.delay.time
      if let start { text += ", \"start\": \(fraction(start))" }
      if let duration { text += ", \"duration\": \(fraction(duration))" }
      if let start { text += ", \"startSeconds\": \(decimal(start))" }
      if let duration { text += ", \"durationSeconds\": \(decimal(duration))" }
      if let source = entry.source {
        text += ", \"sourceIndex\": \(source.index), \"sourceStart\": \(fraction(source.start))"
      }
      text += index + 1 < list.entries.count ? "},\n" : "}\n"
      // After a frame without a duration, or on overflow of 64 bits, starts are unknown.
      start = start.flatMap { start in duration.flatMap { try? start.adding($0) } }
    }
    return text + "  ]\n}\n"
  }

  private static func fraction(_ time: RationalTime) -> String {
    "\"\(time.numerator)/\(time.denominator)\""
  }

  private static func decimal(_ time: RationalTime) -> String { time.formattedAsNumber() }
}
