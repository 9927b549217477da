internal import AnimTiming
internal import Atlases
internal import Messages
internal import Stages
internal import TextFormats

/// Reads the record next to written frames, `frames.json`, `frames.jsonl` or `frames.csv`: the
/// frames and their durations.
enum FrameRecordReader {
  /// The frames of a record; nil for other texts.
  ///
  /// - Throws: ``FrameFolderError/list(name:reason:)``.
  static func read(
    _ bytes: [UInt8], name: String, limits: ReadingLimits
  ) throws -> FrameList? {
    do { return try record(bytes, name, limits) } catch is TextError {
      throw FrameFolderError.list(name: name, reason: "its text is damaged")
    } catch let error as ReadingError {
      throw FrameFolderError.list(name: name, reason: error.reason)
    }
  }

  /// Whether a file that starts like this is a record.
  static func isRecord(prefix: some Sequence<UInt8>) -> Bool {
    prefix.starts(with: #"{"format": "animconv-frames","#.utf8)
      || prefix.starts(with: "file,index,frame,".utf8)
  }

  private static func record(
    _ bytes: [UInt8], _ name: String, _ limits: ReadingLimits
  ) throws -> FrameList? {
    guard isRecord(prefix: bytes.prefix(64)) else { return nil }
    if bytes[0] == UInt8(ascii: "{") {
      let isWhole = name.lowercased().hasSuffix(".json")
      return try isWhole ? readJSON(bytes, name, limits) : readLines(bytes, name, limits)
    }
    return try readCSV(bytes, name, limits)
  }

  private static func readJSON(
    _ bytes: [UInt8], _ name: String, _ limits: ReadingLimits
  ) throws -> FrameList {
    let json = try JSONReader.read(bytes)
    var list = try emptyList(json, name)
    for row in JSONValue.list(json["frames"]) {
      try add(row["file"]?.string, row["shownFor"]?.string, to: &list, name, limits)
    }
    return try checked(list)
  }

  private static func readLines(
    _ bytes: [UInt8], _ name: String, _ limits: ReadingLimits
  ) throws -> FrameList {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    var list = try emptyList(try JSONReader.read(Array(lines[0])), name)
    for line in lines.dropFirst() {
      let row = try JSONReader.read(Array(line))
      try add(row["file"]?.string, row["shownFor"]?.string, to: &list, name, limits)
    }
    return try checked(list)
  }

  private static func readCSV(
    _ bytes: [UInt8], _ name: String, _ limits: ReadingLimits
  ) throws -> FrameList {
    let lines = try TextLines(bytes, language: "record of frames").lines
    let header = lines[0].split(separator: ",", omittingEmptySubsequences: false)
    guard let place = header.firstIndex(of: "shownFor") else {
      throw FrameFolderError.list(name: name, reason: "it has no column shownFor")
    }
    var list = FrameList(format: .timing, entries: [])
    for line in lines.dropFirst() where !line.isEmpty {
      let fields = fields(of: line)
      let time = place < fields.count ? fields[place] : nil
      try add(fields[0], time, to: &list, name, limits)
    }
    return try checked(list)
  }

  private static func fields(of line: Substring) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"":
        // The second of two consecutive quotation marks.
        if !isQuoted, fields[fields.count - 1].isEmpty == false { fields[fields.count - 1] += "\"" }
        isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }

  private static func emptyList(_ head: JSONValue, _ name: String) throws -> FrameList {
    guard head["version"]?.integer == 1 else {
      throw FrameFolderError.list(name: name, reason: "it is of a version that is not known")
    }
    var list = FrameList(format: .timing, entries: [])
    if let count = head["plays"]?.integer, count >= 0 {
      list.plays = count == 0 ? .forever : .plays(Int(clamping: count))
    }
    return list
  }

  private static func add(
    _ file: String?, _ time: String?, to list: inout FrameList, _ name: String,
    _ limits: ReadingLimits
  ) throws {
    guard list.entries.count < limits.maxFrames else {
      throw ReadingError.limitExceeded(
        limit: .frames, value: list.entries.count + 1, allowed: limits.maxFrames)
    }
    guard let file, !file.isEmpty, let delay = time.flatMap(delay) else {
      throw FrameFolderError.list(
        name: name,
        reason: "row \(list.entries.count) has no file, or no fraction of seconds in shownFor")
    }
    list.entries.append(.init(file: file, delay: delay))
  }

  private static func checked(_ list: FrameList) throws -> FrameList {
    if list.entries.isEmpty { throw ReadingError.noFrames }
    return list
  }

  /// Limited like delays in other lists: 68 years.
  private static func delay(_ text: String) -> Delay? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let numerator = Int64(parts[0]), let denominator = Int64(parts[1])
    else { return nil }
    return .seconds(numerator, over: denominator)
  }
}
