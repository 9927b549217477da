/// A text for people, or an XMP packet: a `tEXt`, `zTXt` or `iTXt` chunk (PNG specification, third
/// edition, section 11.3.3).
struct PNGText {
  let keyword: String
  let text: String
  /// How many bytes the text has that was compressed; 0 for one that was not.
  private(set) var inflatedByteCount = 0

  /// - Parameter limit: bytes; a compressed text that is longer is left out.
  /// - Returns: nil for what breaks the rules, is too long, or is some program's own.
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
      // The only method that there is; where nothing is compressed, it says nothing.
      guard let method = rest.popFirst(), method == 0 || !isCompressed else { return nil }
    }
    if type == .internationalText {
      // Language and translated keyword, then the text.
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

  /// Whether it is written for programs that read XMP (ISO 16684-1, part 3 of Adobe's specification).
  var isXMP: Bool { keyword == "XML:com.adobe.xmp" }

  /// Keyword and text in one line's form; only the text when the keyword says no more than that.
  var comment: String { keyword == "Comment" ? text : "\(keyword): \(text)" }
}
