/// A readable text, or an XMP packet: a `tEXt`, `zTXt` or `iTXt` chunk (PNG specification, third
/// edition, section 11.3.3).
struct PNGText {
  let keyword: String
  let text: String
  /// The decompressed size in bytes; 0 for uncompressed text.
  private(set) var inflatedByteCount = 0

  /// - Parameter limit: in bytes; longer compressed texts are omitted.
  /// - Returns: nil for invalid or too long texts, and for private data of a program.
  init?(_ type: PNGChunkType, _ content: [UInt8], atMost limit: Int) {
    guard let separator = content.firstIndex(of: 0), separator > 0 else { return nil }
    keyword = String(latin1: content[..<separator])
    guard !keyword.hasPrefix("Raw profile type") else { return nil }
    var rest = content[(separator + 1)...]
    var isCompressed = type == .compressedText
    if type == .internationalText {
      guard let flag = rest.popFirst(), flag <= 1 else { return nil }
      isCompressed = flag == 1
    }
    if type != .text {
      // The only defined method; ignored for uncompressed text.
      guard let method = rest.popFirst(), method == 0 || !isCompressed else { return nil }
    }
    if type == .internationalText {
      // Language and translated keyword precede the text.
      let fields = rest.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { return nil }
      rest = fields[2]
    }
    if isCompressed {
      guard let inflated = ZlibStream.inflate(rest, atMost: limit) else { return nil }
      rest = inflated[...]
      inflatedByteCount = inflated.count
    }
    text =
      type == .internationalText
      ? String(decoding: rest, as: UTF8.self) : String(latin1: rest)
  }

  /// Whether it is an XMP packet (ISO 16684-1, part 3 of Adobe's specification).
  var isXMP: Bool { keyword == "XML:com.adobe.xmp" }

  /// Keyword and text as one line; only the text if the keyword adds nothing.
  var comment: String { keyword == "Comment" ? text : "\(keyword): \(text)" }
}
