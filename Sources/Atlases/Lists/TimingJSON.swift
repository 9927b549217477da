internal import AnimTiming
internal import Stages
internal import TextFormats

/// Reads and writes animconv's own `timing.json`, which keeps the times of a frame folder exactly:
///
///     {
///       "format": "animconv-timing",
///       "version": 1,
///       "plays": 0,
///       "frames": [
///         {"file": "f1.png", "duration": 40},
///         {"file": "f2.png", "duration": "1001/30000"}
///       ]
///     }
///
/// `plays` is the total number of plays, 0 for ever; it may be missing. A duration that is a number
/// is in milliseconds, decimals allowed, as in Aseprite's JSON; one that is a text is an exact
/// fraction of a second. It may be missing. Unknown members are passed over, an unknown version is
/// refused. The file lies in the folder of the frames.
package enum TimingJSON {
  static let formatName = "animconv-timing"
  static let version: Int64 = 1

  static func read(_ json: JSONValue, limits: ReadingLimits) throws -> FrameList {
    guard let version = json["version"]?.integer else {
      throw AtlasError.malformed(format: .timing, detail: "version is not a whole number")
    }
    guard version == Self.version else {
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
      var delay = Delay.missing
      if let duration = frame["duration"] {
        let value =
          duration.number.flatMap { Delay.decimal($0, in: .milliseconds) }
          ?? duration.string.flatMap { $0.contains("/") ? .text($0, plainUnit: .seconds) : nil }
        guard let value else {
          throw entry.error("duration is neither milliseconds nor a fraction of a second")
        }
        delay = value
      }
      try builder.add(.init(file: try entry.string("file"), delay: delay))
    }
    return try builder.list.checked()
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
    for (index, entry) in list.entries.enumerated() {
      text += "    {\"file\": \(jsonText(entry.file ?? ""))"
      if case .declared(let ticks, let timebase) = entry.delay {
        text += ", \"duration\": \(duration(ticks, timebase))"
      }
      text += index + 1 < list.entries.count ? "},\n" : "}\n"
    }
    return text + "  ]\n}\n"
  }

  private static func duration(_ ticks: Int64, _ timebase: Timebase) -> String {
    let (thousand, overflow) = ticks.multipliedReportingOverflow(by: 1000)
    let (product, further) = thousand.multipliedReportingOverflow(by: timebase.numerator)
    if !overflow, !further, product % timebase.denominator == 0 {
      return "\(product / timebase.denominator)"
    }
    let divisor = max(1, greatestCommonDivisor(ticks, timebase.denominator))
    let (numerator, _) = (ticks / divisor).multipliedReportingOverflow(by: timebase.numerator)
    return "\"\(numerator)/\(timebase.denominator / divisor)\""
  }
}
