internal import AnimTiming
internal import CLibrary
internal import Raster
internal import Reading
internal import SystemPackage
internal import Writing

/// The `<source>` elements that offer several videos of one animation to a browser, which plays the
/// first that it can.
///
/// Those that keep transparency come first where others do not, then those in fewer bytes: AV1, VP9,
/// HEVC, H.264.
public struct VideoSources: Sendable, Hashable {
  /// One file, as an element names it.
  public struct Source: Sendable, Hashable {
    /// The last part of the file's path, as a URL has it.
    public let name: String
    /// The type with the codecs: `video/mp4; codecs=av01.0.04M.08`.
    public let type: String
  }

  /// In the order in which browsers should try them.
  public let sources: [Source]

  /// - Parameter reports: of conversions of one input.
  /// - Returns: nil when fewer than two of them wrote a video to a file.
  public init?(_ reports: [ConversionReport]) {
    let found = reports.compactMap { report -> (rank: Int, source: Source)? in
      guard let plan = report.plan.content as? VideoPlan,
        case .file(let path)? = report.outputs.first?.planned.output,
        let name = path.lastComponent
      else { return nil }
      let encoding = plan.encoding
      let rank = (encoding.hasAlpha ? 0 : 10) + encoding.codec.rank
      return (rank, Source(name: Self.escaped(name), type: Self.type(plan, report)))
    }
    guard found.count > 1 else { return nil }
    // Those of a rank stay in their order.
    let ranks = Set(found.map(\.rank)).sorted()
    sources = ranks.flatMap { rank in found.filter { $0.rank == rank }.map(\.source) }
  }

  /// One element in a line.
  public var html: String {
    sources.map { source in
      let type = source.type.replacing("\"", with: "&quot;")
      return "<source src=\"\(source.name)\" type=\"\(type)\">\n"
    }.joined()
  }

  private static func type(_ plan: VideoPlan, _ report: ConversionReport) -> String {
    let encoding = plan.encoding
    let media =
      switch encoding.container {
      case .mp4: "video/mp4"
      case .mov: "video/quicktime"
      case .webm: "video/webm"
      }
    let video: String? =
      switch encoding.codec {
      case .av1: "av01.0.\(AV1Level(encoding.codedSize, report).text)M.08"
      case .vp9: "vp9"
      case .vp8: "vp8"
      // Every browser plays H.264; those that play HEVC and ProRes know the container.
      case .h264, .hevc, .prores: nil
      }
    guard let video else { return media }
    let sound = plan.sound.kept.flatMap { soundNames[$0.codec] }
    guard let sound else { return "\(media); codecs=\(video)" }
    return "\(media); codecs=\"\(video), \(sound)\""
  }

  /// As RFC 6381 has them.
  private static let soundNames = [
    "aac": "mp4a.40.2", "mp3": "mp4a.6B", "opus": "opus", "vorbis": "vorbis",
  ]

  /// A part of a path as a URL has it (RFC 3986, 2.3), which needs no escaping in HTML.
  private static func escaped(_ name: FilePath.Component) -> String {
    let bytes = name.withPlatformString { text in
      (0..<strlen(text)).map { UInt8(bitPattern: text[$0]) }
    }
    return bytes.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        return String(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        return "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }.joined()
  }
}

extension VideoCodec {
  /// The order in which browsers should try codecs: those with fewer bytes first.
  fileprivate var rank: Int {
    switch self {
    case .av1: 0
    case .vp9: 1
    case .hevc: 2
    case .vp8: 3
    case .h264: 4
    case .prores: 5
    }
  }
}

/// The lowest level of AV1 that a video fits in (AV1 specification, annex A.3).
private struct AV1Level {
  let text: String

  /// The number in the stream, the most pixels of a picture, and the most that are shown a second.
  private static let levels: [(index: Int, pixels: Int, rate: Int)] = [
    (0, 147_456, 4_423_680), (1, 278_784, 8_363_520), (4, 665_856, 19_975_680),
    (5, 1_065_024, 31_950_720), (8, 2_359_296, 70_778_880), (9, 2_359_296, 141_557_760),
    (12, 8_912_896, 267_386_880), (13, 8_912_896, 534_773_760), (14, 8_912_896, 1_069_547_520),
    (16, 35_651_584, 1_069_547_520), (17, 35_651_584, 2_139_095_040),
  ]

  init(_ size: PixelSize, _ report: ConversionReport) {
    let seconds = report.total
    let shown = Double(size.area * report.frameCount) * Double(seconds.denominator)
    let rate = shown / Double(max(seconds.numerator, 1))
    let level =
      Self.levels.first { size.area <= $0.pixels && rate <= Double($0.rate) } ?? Self.levels.last!
    text = level.index < 10 ? "0\(level.index)" : "\(level.index)"
  }
}
