/// A text for people, or an XMP packet: a `tEXt` or an uncompressed `iTXt` chunk (PNG specification, third edition,
/// section 11.3.3). Compressed texts are not inflated.
struct PNGText {
  let keyword: String
  let text: String

  /// - Returns: nil for what is compressed, breaks the rules, or is some program's own.
  init?(_ type: PNGChunkType, _ content: [UInt8]) {
    guard let separator = content.firstIndex(of: 0), separator > 0 else { return nil }
    keyword = String(latin1: content[..<separator])
    let rest = content[(separator + 1)...]
    guard !keyword.hasPrefix("Raw profile type") else { return nil }
    if type == .text {
      text = String(latin1: rest)
      return
    }
    // Compression flag and method, language, translated keyword, then the text.
    guard rest.count >= 2, rest.first == 0 else { return nil }
    let fields = rest.dropFirst(2).split(
      separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3 else { return nil }
    text = String(decoding: fields[2], as: UTF8.self)
  }

  /// Whether it is written for programs that read XMP (ISO 16684-1, part 3 of Adobe's specification).
  var isXMP: Bool { keyword == "XML:com.adobe.xmp" }

  /// Keyword and text in one line's form; only the text when the keyword says no more than that.
  var comment: String { keyword == "Comment" ? text : "\(keyword): \(text)" }
}
