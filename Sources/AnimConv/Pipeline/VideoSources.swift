internal import CLibrary
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

  /// - Parameter reports: of conversions of one input.
  /// - Returns: nil when fewer than two of them wrote a video to a file.
  public init?(_ reports: [ConversionReport]) {
    let found = reports.compactMap { report -> (rank: Int, source: Source)? in
      guard
        let element = report.plan.content.sourceElement(
          frameCount: report.frameCount, total: report.total),
        case .file(let path)? = report.outputs.first?.planned.output,
        let name = path.lastComponent
      else { return nil }
      return (element.rank, Source(name: Self.escaped(name), type: element.type))
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
