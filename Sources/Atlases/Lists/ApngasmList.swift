internal import AnimTiming
internal import Stages
internal import TextFormats

/// Reads the frame lists of apngasm, in JSON and in XML.
///
/// A delay is `num/den` of a second or a number of milliseconds; a denominator of 0 means 100, as
/// in the file that apngasm writes. A file may be a pattern and may lack its extension. In JSON,
/// entries without a delay use the list `delays` by position, then `default_delay`, then 100 ms.
/// `loops` is the loop count, 0 for forever.
enum ApngasmList {
  static func read(_ json: JSONValue, limits: ReadingLimits) throws -> FrameList {
    var builder = FrameListBuilder(.apngasm, limits: limits)
    builder.setPlays(json["loops"]?.integer)
    try checkFirst(isSkipped: json["skip_first"]?.bool == true)
    let fallback = try json["default_delay"].map { try delay($0) } ?? .milliseconds(100)
    var delays: [Delay] = []
    if let list = json["delays"] {
      for value in list.elements where delays.count < limits.maxFrames {
        delays.append(try delay(value))
      }
    }
    guard let frames = json["frames"], frames.isArray else {
      throw AtlasError.malformed(format: .apngasm, detail: "frames is not a list")
    }
    for (index, frame) in frames.elements.enumerated() {
      if let file = frame.string {
        let delay = index < delays.count ? delays[index] : fallback
        try builder.add(.init(file: file, delay: delay, isPattern: true))
      } else if let (file, value) = frame.members.first(where: { _ in true }) {
        try builder.add(.init(file: file, delay: try delay(value), isPattern: true))
      } else {
        throw AtlasError.malformedEntry(
          format: .apngasm, entry: "\(index)",
          detail: "it is neither a name nor a name with a delay")
      }
    }
    return try builder.list.checked()
  }

  static func readXML(_ bytes: [UInt8], limits: ReadingLimits) throws -> FrameList {
    var builder = FrameListBuilder(.apngasm, limits: limits)
    var reader = try XMLReader(bytes)
    guard case .start("animation", let attributes)? = try reader.skipToStart() else {
      throw AtlasError.malformed(format: .apngasm, detail: "the root is not an animation")
    }
    builder.setPlays(attributes["loops"].flatMap { Int64($0) })
    try checkFirst(isSkipped: attributes["skip_first"] == "true")
    let fallback = try attributes["default_delay"].map { try delay($0) } ?? .milliseconds(100)
    while let event = try reader.next() {
      guard case .start("frame", let attributes) = event, let file = attributes["src"] else {
        continue
      }
      let own = try attributes["delay"].map { try Self.delay($0) }
      try builder.add(.init(file: file, delay: own ?? fallback, isPattern: true))
    }
    return try builder.list.checked()
  }

  /// A first image outside the animation would have to be identified after patterns were resolved;
  /// no known list has one.
  private static func checkFirst(isSkipped: Bool) throws {
    if isSkipped { throw AtlasError.unsupported(format: .apngasm, detail: "skip_first") }
  }

  private static func delay(_ json: JSONValue) throws -> Delay {
    if let text = json.string { return try delay(text) }
    if let number = json.number, let delay = Delay.decimal(number, in: .milliseconds) {
      return delay
    }
    throw AtlasError.malformed(format: .apngasm, detail: "a delay is neither a string nor a number")
  }

  private static func delay(_ text: String) throws -> Delay {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let numerator = Int64(parts[0]), let denominator = Int64(parts[1]),
      let delay = Delay.seconds(numerator, over: denominator == 0 ? 100 : denominator)
    {
      return delay
    }
    if parts.count == 1, let number = ExactDecimal(text),
      let delay = Delay.decimal(number, in: .milliseconds)
    {
      return delay
    }
    throw AtlasError.malformed(format: .apngasm, detail: "\(quoted(text)) is not a delay")
  }
}
