package import AnimTiming
package import Raster
internal import TextFormats

/// All known values of every written picture, in three formats with the same field names: JSON,
/// JSON lines, and CSV as in RFC 4180.
///
/// Times of the input are exact fractions of seconds as text, together with decimal numbers.
package struct FrameRecord: Sendable {
  package static let formatName = "animconv-frames"
  package static let version = 1

  /// One picture.
  package struct Row: Sendable {
    /// The path in the folder; nil if no pictures are written.
    package var file: String?
    /// The frame's number in the input, from 0.
    package var frame: Int
    /// Its presentation time in a video, in ticks of ``timebase``.
    package var pts: Int64?
    package var timebase: Timebase?
    /// Its start and duration in the input.
    package var start: RationalTime
    package var duration: RationalTime
    /// Its duration in the output.
    package var shownFor: RationalTime
    /// Whether it is a key frame of a video; nil for other inputs.
    package var isKey: Bool?
    package var size: PixelSize
    package var byteCount: Int?
    package var digest: String?
    /// The scores by which it was chosen; empty if pictures were not examined.
    package var scores = FrameScores()
    /// The requested moments that selected it.
    package var requested: [AnimationTimeline.FrameMoment] = []

    package init(
      frame: Int, pts: Int64?, timebase: Timebase?, start: RationalTime, duration: RationalTime,
      shownFor: RationalTime, isKey: Bool?, size: PixelSize
    ) {
      self.frame = frame
      self.pts = pts
      self.timebase = timebase
      self.start = start
      self.duration = duration
      self.shownFor = shownFor
      self.isKey = isKey
      self.size = size
    }
  }

  /// The name of the input, without folders.
  package var source: String
  /// `gif`, `h264`
  package var codec: String
  package var sourceSize: PixelSize
  package var plays: LoopCount
  /// The program that wrote it.
  package var generator: String
  package var rows: [Row]
  /// The size of the input in bytes; nil if it has no single size.
  package var sourceByteCount: Int64?
  /// The SHA-256 of the input and of all choices; nil unless a later run may continue.
  package var identity: Identity?

  /// The identity that a run must share with an earlier one to continue it.
  package struct Identity: Sendable {
    package var source: String
    package var choices: String

    package init(source: String, choices: String) {
      self.source = source
      self.choices = choices
    }
  }

  package init(
    source: String, codec: String, sourceSize: PixelSize, plays: LoopCount, generator: String,
    rows: [Row]
  ) {
    self.source = source
    self.codec = codec
    self.sourceSize = sourceSize
    self.plays = plays
    self.generator = generator
    self.rows = rows
  }

  /// The bytes of the file.
  ///
  /// - Parameter format: one of the record formats.
  package func bytes(_ format: FrameFilesOptions.ListFormat) -> [UInt8] {
    switch format {
    case .csv: Array(csv.utf8)
    case .jsonl: Array(jsonLines.utf8)
    default: Array(json.utf8)
    }
  }

  private enum Field {
    case text(String?)
    /// Digits.
    case number(String?)
    case truth(Bool?)
  }

  private static let columns: [(name: String, field: @Sendable (Row, Int) -> Field)] = [
    ("file", { row, _ in .text(row.file) }),
    ("index", { _, index in .number("\(index)") }),
    ("frame", { row, _ in .number("\(row.frame)") }),
    ("pts", { row, _ in .number(row.pts.map { "\($0)" }) }),
    ("timeBase", { row, _ in .text(row.timebase.map { "\($0.numerator)/\($0.denominator)" }) }),
    ("start", { row, _ in .text(fraction(row.start)) }),
    ("startSeconds", { row, _ in .number(row.start.formattedAsNumber()) }),
    ("mediaSeconds", { row, _ in .number(row.mediaTime?.formattedAsNumber()) }),
    ("duration", { row, _ in .text(fraction(row.duration)) }),
    ("durationSeconds", { row, _ in .number(row.duration.formattedAsNumber()) }),
    ("shownFor", { row, _ in .text(fraction(row.shownFor)) }),
    ("key", { row, _ in .truth(row.isKey) }),
    ("width", { row, _ in .number("\(row.size.width)") }),
    ("height", { row, _ in .number("\(row.size.height)") }),
    ("bytes", { row, _ in .number(row.byteCount.map { "\($0)" }) }),
    ("sha256", { row, _ in .text(row.digest) }),
    ("sceneScore", { row, _ in .number(row.scores.scene.map(decimal)) }),
    ("shot", { row, _ in .number(row.scores.shot.map { "\($0)" }) }),
    ("sharpness", { row, _ in .number(row.scores.sharpness.map(decimal)) }),
    ("difference", { row, _ in .number(row.scores.difference.map { "\($0)" }) }),
    ("requested", { row, _ in .text(row.requestedText) }),
  ]

  fileprivate static func fraction(_ time: RationalTime) -> String {
    "\(time.numerator)/\(time.denominator)"
  }

  /// Three digits after the decimal point.
  private static func decimal(_ score: Double) -> String {
    let thousandths = Int((score * 1000).rounded())
    return "\(thousandths / 1000)." + zeroPadded(thousandths % 1000, 3)
  }

  // MARK: JSON

  private var json: String {
    "{" + head + ",\n  \"frames\": [\n    "
      + rows.indices.map { Self.object(rows[$0], $0) }.joined(separator: ",\n    ") + "\n  ]\n}\n"
  }

  /// The first line contains the members of ``json`` except its frames.
  private var jsonLines: String {
    rows.indices.reduce(into: firstLine) { $0 += Self.line(rows[$1], $1) }
  }

  /// The first of the JSON lines.
  package var firstLine: String { "{" + head + "}\n" }

  /// The line of a row.
  package static func line(_ row: Row, _ index: Int) -> String { object(row, index) + "\n" }

  private var head: String {
    let plays = if case .plays(let count) = plays { count } else { 0 }
    let members: [(String, String)] = [
      ("format", jsonText(Self.formatName)), ("version", "\(Self.version)"),
      ("source", jsonText(source)), ("codec", jsonText(codec)),
      ("sourceWidth", "\(sourceSize.width)"), ("sourceHeight", "\(sourceSize.height)"),
      ("plays", "\(plays)"), ("count", "\(rows.count)"), ("rule", jsonText("shown")),
      ("generator", jsonText(generator)),
      ("sourceBytes", sourceByteCount.map { "\($0)" } ?? "null"),
      ("sourceSha256", identity.map { jsonText($0.source) } ?? "null"),
      ("choicesSha256", identity.map { jsonText($0.choices) } ?? "null"),
    ]
    return members.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ")
  }

  private static func object(_ row: Row, _ index: Int) -> String {
    let members = columns.map { name, field in
      switch field(row, index) {
      case .text(let text): "\"\(name)\": \(text.map(jsonText) ?? "null")"
      case .number(let digits): "\"\(name)\": \(digits ?? "null")"
      case .truth(let value): "\"\(name)\": \(value.map { "\($0)" } ?? "null")"
      }
    }
    return "{" + members.joined(separator: ", ") + "}"
  }

  // MARK: CSV

  private var csv: String {
    let header = Self.columns.map(\.name).joined(separator: ",") + "\r\n"
    return rows.indices.reduce(into: header) { text, index in
      let fields = Self.columns.map { _, field in
        switch field(rows[index], index) {
        case .text(let text), .number(let text): Self.quoted(text ?? "")
        case .truth(let value): value.map { "\($0)" } ?? ""
        }
      }
      text += fields.joined(separator: ",") + "\r\n"
    }
  }

  /// Whether spreadsheets may calculate a value of a table instead of showing it.
  package static func looksLikeFormula(_ text: String) -> Bool {
    text.first.map { "=+-@\t".contains($0) } ?? false
  }

  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { ",\"\r\n".contains($0) }) || looksLikeFormula(text) else {
      return text
    }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}

extension FrameRecord.Row {
  /// The time of its packet, under FFmpeg's name.
  fileprivate var mediaTime: RationalTime? {
    guard let pts, let timebase else { return nil }
    return try? RationalTime(ticks: pts, timebase: timebase)
  }

  /// Fractions of seconds, and frames with an f; separated by spaces.
  fileprivate var requestedText: String? {
    if requested.isEmpty { return nil }
    return requested.map { moment in
      switch moment {
      case .time(let time): FrameRecord.fraction(time)
      case .frame: moment.description
      }
    }.joined(separator: " ")
  }
}
