internal import CLibrary
public import Messages
internal import SystemPackage

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
  /// What the first of them saves over the others, as a sentence part, when it has at most four fifths
  /// of the bytes of each; nil otherwise, and where they are no choice between codecs: where two have the
  /// same, or where not all show the same frames in the same size and with the same transparency.
  public let saving: Message?

  /// - Parameter reports: of conversions of one input.
  /// - Returns: nil when fewer than two of them wrote a video to a file.
  public init?(_ reports: [ConversionReport]) {
    let found = reports.compactMap(Offer.init)
    guard found.count > 1 else { return nil }
    // Those of a rank stay in their order.
    let ranks = Set(found.map(\.rank)).sorted()
    let ordered = ranks.flatMap { rank in found.filter { $0.rank == rank } }
    sources = ordered.map(\.source)
    saving = Self.saving(ordered[0], ordered.dropFirst())
  }

  private static func saving(_ first: Offer, _ others: ArraySlice<Offer>) -> Message? {
    guard Set(others.map(\.codec) + [first.codec]).count == others.count + 1,
      others.allSatisfy({ $0.showsTheSame(as: first) && first.byteCount * 5 <= $0.byteCount * 4 })
    else { return nil }
    let savings = others.map { other in
      "\(100 - first.byteCount * 100 / max(1, other.byteCount)) % fewer bytes than \(other.codec)"
    }
    return "\(first.codec) has \(list(savings)), each at its own quality"
  }

  /// One element in a line.
  public var html: String {
    sources.map { source in
      let type = source.type.replacing("\"", with: "&quot;")
      return "<source src=\"\(source.name)\" type=\"\(type)\">\n"
    }.joined()
  }

  /// What one conversion wrote, as an element and for comparing.
  private struct Offer {
    let rank: Int
    let source: Source
    let codec: String
    /// Of all files: of a pair, one alone shows nothing.
    let byteCount: Int64
    private let plan: ConversionPlan

    /// Nil when it wrote no video to a file.
    init?(_ report: ConversionReport) {
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

    /// What becomes of transparency; keeping none and flattening it are the same.
    private var alpha: AlphaMode {
      let shaping = plan.shaping
      let isPlain = [.keep, .matte].contains(shaping.alpha)
      return isPlain && !shaping.hasTransparency ? .matte : shaping.alpha
    }
  }

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
