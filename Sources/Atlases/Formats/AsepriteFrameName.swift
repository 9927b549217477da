/// The parts of a frame's name in a sheet by Aseprite.
///
///     dog (Layer 1) #run 3.aseprite
///     title "dog", layer "Layer 1", tag "run", number 3
///
/// This is the name without `--filename-format`; formats such as `{title}_{tag}:{tagframe}` are
/// understood if a separator precedes the number.
struct AsepriteFrameName: Hashable {
  /// The file that the frame was exported from.
  let title: String
  /// Nil if layers were not split.
  private(set) var layer: String?
  let tag: String?
  /// Nil for the only frame of a file.
  let number: Int?

  private static let separators: Set<Character> = [" ", "_", "-", ":", "#", "/", ".", "|"]

  /// - Parameters:
  ///   - layers: the possible layer names, because a title may also have parentheses.
  ///   - tags: the possible tag names.
  ///   - endsWithTag: whether the tag is at the end without a `#`.
  init(_ name: String, layers: Set<String>, tags: Set<String>, endsWithTag: Bool = false) {
    var rest = Self.withoutExtension(name)
    let digits = rest.reversed().prefix { $0.isASCII && $0.isNumber }.count
    let before = rest.dropLast(digits)
    let isSeparated = before.last.map(Self.separators.contains) ?? true
    number = isSeparated && digits <= 9 ? Int(rest.suffix(digits)) : nil
    if number != nil { rest = Self.trimmed(before) }

    var tag: String?
    if endsWithTag {
      tag = Self.tag(endOf: rest, tags)
    } else if let hash = rest.lastIndex(of: "#") {
      let text = String(rest[rest.index(after: hash)...])
      tag = tags.contains(text) ? text : nil
    }
    if let tag { rest = Self.trimmed(rest.dropLast(tag.count)) }
    self.tag = tag

    layer = rest.hasSuffix(")") ? Self.layer(endOf: rest, layers) : nil
    if let layer { rest = Self.trimmed(rest.dropLast(layer.count + 2)) }
    title = String(rest)
  }

  /// Longer names are not split, because the search takes quadratic time.
  private static let maxLength = 512

  /// The longest tag that is the whole text or follows a separator at its end.
  private static func tag(endOf text: Substring, _ tags: Set<String>) -> String? {
    guard text.utf8.count <= maxLength else { return nil }
    if tags.contains(String(text)) { return String(text) }
    return text.indices.lazy.filter { separators.contains(text[$0]) }
      .map { String(text[text.index(after: $0)...]) }.first { tags.contains($0) }
  }

  /// The longest layer in parentheses at the end of a text.
  private static func layer(endOf text: Substring, _ layers: Set<String>) -> String? {
    guard text.utf8.count <= maxLength else { return nil }
    return text.indices.lazy.filter { text[$0] == "(" }
      .map { String(text[text.index(after: $0)...].dropLast()) }.first { layers.contains($0) }
  }

  /// The longest title that a tag starts with, before a separator.
  static func title(startOf tag: String, _ titles: Set<String>) -> String? {
    guard tag.utf8.count <= maxLength else { return nil }
    return tag.indices.reversed().lazy.filter { separators.contains(tag[$0]) }
      .map { String(tag[..<$0]) }.first { titles.contains($0) }
  }

  private static func withoutExtension(_ name: String) -> Substring {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
      case let suffix = name[name.index(after: dot)...], suffix.first?.isLetter == true,
      suffix.allSatisfy({ $0.isLetter || $0.isNumber })
    else { return name[...] }
    return name[..<dot]
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let last = text.last, separators.contains(last) { text.removeLast() }
    return text
  }

  /// The name of the merged frame of all layers.
  var withoutLayer: AsepriteFrameName {
    var name = self
    name.layer = nil
    return name
  }
}
