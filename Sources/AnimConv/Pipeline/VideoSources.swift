internal import CLibrary
public import Messages
internal import Raster
internal import SystemPackage

/// The `<video>` element that offers several videos of one animation to a browser, which plays the
/// first that it supports.
///
/// Videos with transparency come first if others lack it, then smaller codecs: AV1, VP9, HEVC,
/// H.264.
public struct VideoSources: Sendable, Hashable {
  /// One file as a part of the element.
  public struct Source: Sendable, Hashable {
    /// The last part of the file's path, encoded for a URL.
    public let name: String
    /// The type with the codecs: `video/mp4; codecs=av01.0.04M.08`.
    public let type: String
  }

  /// In the order in which browsers should try them.
  public let sources: [Source]
  /// The saving of the first video over the others, as a sentence part, if it has at most four
  /// fifths of the bytes of each. Nil otherwise, and if they are not a choice between codecs: if
  /// two have the same codec, or if they differ in frames, size or transparency.
  public let saving: ConversionMessage?

  /// The still image that is shown until the video plays; nil when no conversion wrote one.
  public let poster: Source?
  /// The size of the element in pixels.
  private let size: PixelSize?

  /// - Parameter reports: of conversions of one input.
  /// - Returns: nil if fewer than two conversions wrote a video file.
  public init?(_ reports: [Conversion.Report]) {
    let found = reports.compactMap(Offer.init)
    guard found.count > 1 else { return nil }
    // Videos of the same rank stay in their order.
    let ranks = Set(found.map(\.rank)).sorted()
    let ordered = ranks.flatMap { rank in found.filter { $0.rank == rank } }
    sources = ordered.map(\.source)
    let still = reports.lazy.compactMap(Self.still).first
    poster = still?.source
    size = still?.size ?? ordered[0].size
    saving = Self.saving(ordered[0], ordered.dropFirst())
  }

  private static func saving(_ first: Offer, _ others: ArraySlice<Offer>) -> ConversionMessage? {
    guard Set(others.map(\.codec) + [first.codec]).count == others.count + 1,
      others.allSatisfy({ $0.showsTheSame(as: first) && first.byteCount * 5 <= $0.byteCount * 4 })
    else { return nil }
    let savings = others.map { other in
      "\(100 - first.byteCount * 100 / max(1, other.byteCount)) % fewer bytes than \(other.codec)"
    }
    return "\(first.codec) has \(savings.inWords()), each at its own quality"
  }

  /// The element for a page: with its size, its poster, its videos and an image for browsers
  /// without video.
  ///
  /// With a poster, users who request reduced motion see only the poster, because no `<source>`
  /// matches (HTML, 4.8.2, the `media` attribute). Without a poster, the video plays for everyone.
  public var html: String {
    let sides = size.map { " width=\"\($0.width)\" height=\"\($0.height)\"" } ?? ""
    let still = poster.map { " poster=\"\($0.name)\"" } ?? ""
    let condition = poster == nil ? "" : " media=\"(prefers-reduced-motion: no-preference)\""
    let elements = sources.map { source in
      let type = source.type.replacing("\"", with: "&quot;")
      return "  <source src=\"\(source.name)\" type=\"\(type)\"\(condition)>\n"
    }
    let fallback = poster.map { "  <img src=\"\($0.name)\"\(sides) alt=\"\" loading=\"lazy\">\n" }
    return
      "<video\(sides)\(still) autoplay loop muted playsinline preload=\"none\" loading=\"lazy\">\n"
      + elements.joined() + (fallback ?? "") + "</video>\n"
  }

  /// The file of a conversion that wrote one still image.
  static func still(_ report: Conversion.Report) -> (source: Source, size: PixelSize)? {
    guard report.frameCount == 1, !report.plan.kind.playsByItself || report.plan.kind == .jpeg,
      let file = file(of: report)
    else { return nil }
    return (Source(name: file.name, type: file.format), file.size)
  }

  /// The name, encoded for a URL, the format and the size of the only file of a conversion.
  static func file(
    of report: Conversion.Report
  ) -> (name: String, format: String, size: PixelSize)? {
    guard report.outputs.count == 1, let output = report.outputs.first?.planned,
      let name = output.path?.lastComponent, let size = output.size
    else { return nil }
    return (escaped(name), output.format, size)
  }

  /// One conversion's video, as an element and for comparison.
  private struct Offer {
    let rank: Int
    let source: Source
    let codec: String
    /// Bytes of all files: one file of a pair shows nothing on its own.
    let byteCount: Int64
    private let plan: Conversion.Plan

    var size: PixelSize? { plan.outputs.first?.size }

    /// Nil if it wrote no video file.
    init?(_ report: Conversion.Report) {
      plan = report.plan
      guard
        let element = plan.content.sourceElement(
          frameCount: report.frameCount, total: report.total),
        let output = report.outputs.first?.planned, case .file(let path) = output.output,
        let name = path.lastComponent, let codec = output.encoding?.codec
      else { return nil }
      rank = element.rank
      source = Source(name: VideoSources.escaped(name), type: element.type)
      self.codec = codec.title
      byteCount = report.outputs.reduce(0) { $0 + $1.byteCount }
    }

    func showsTheSame(as other: Offer) -> Bool {
      plan.frameCount == other.plan.frameCount
        && plan.sourceIndices.elementsEqual(other.plan.sourceIndices)
        && plan.shaping.crop == other.plan.shaping.crop
        && plan.shaping.picture == other.plan.shaping.picture && alpha == other.alpha
    }

    /// How transparency is handled; having none and flattening it count as the same.
    private var alpha: Conversion.Shaping.Alpha {
      let shaping = plan.shaping
      let isPlain = [.keep, .matte].contains(shaping.alpha)
      return isPlain && !shaping.hasTransparency ? .matte : shaping.alpha
    }
  }

  /// A part of a path in a URL (RFC 3986, 2.3), which needs no escaping in HTML.
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
