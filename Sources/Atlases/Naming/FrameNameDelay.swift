internal import AnimTiming

/// Durations in the names of files and layers:
///
/// - `_delay-0.07s` (ezgif), `-delay:200` and `_delay200ms`; without a unit in milliseconds;
/// - `-300ms`, `_0.3s` at the end of the name;
/// - `(100ms)` (layers of GIMP), also before other text in brackets such as `(replace)`;
/// - `,1000` at the end, in milliseconds (layers of Photopea).
enum FrameNameDelay {
  /// The duration and the name without it; nil if there is none.
  ///
  /// - Parameter stem: without folder, extension and scale.
  static func split(_ stem: Substring) -> (stem: Substring, delay: Delay)? {
    // Longer names come from no file system.
    if stem.utf8.count > 1024 { return nil }
    return bracketed(stem) ?? marked(stem) ?? trailing(stem)
  }

  private static func bracketed(_ stem: Substring) -> (stem: Substring, delay: Delay)? {
    var rest = stem
    while let open = rest.lastIndex(of: "("), let close = rest[open...].firstIndex(of: ")") {
      let text = rest[rest.index(after: open)..<close]
      if hasUnit(text), let delay = Delay.text(text, plainUnit: .milliseconds) {
        var name = stem[..<open]
        while name.last == " " { name.removeLast() }
        return (name, delay)
      }
      rest = rest[..<open]
    }
    return nil
  }

  private static func marked(_ stem: Substring) -> (stem: Substring, delay: Delay)? {
    // Bytes, because lowercasing can change their number in some languages.
    let bytes = Array(stem.utf8)
    let word = Array("delay".utf8)
    let mark = bytes.indices.dropFirst().last { start in
      bytes[start...].prefix(5).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } == word
    }
    guard let mark, "_- .".utf8.contains(bytes[mark - 1]) else { return nil }
    let before = stem.utf8.index(stem.startIndex, offsetBy: mark - 1)
    var text = stem[stem.utf8.index(before, offsetBy: 6)...]
    if let first = text.first, "-_:=".contains(first) { text.removeFirst() }
    guard let delay = plain(text) else { return nil }
    return (stem[..<before], delay)
  }

  private static func trailing(_ stem: Substring) -> (stem: Substring, delay: Delay)? {
    guard let mark = stem.lastIndex(where: { "-_,".contains($0) }), mark != stem.startIndex else {
      return nil
    }
    let text = stem[stem.index(after: mark)...]
    // A bare number is a duration only after a comma; otherwise it is the frame's number.
    guard hasUnit(text) || stem[mark] == ",", let delay = plain(text) else { return nil }
    return (stem[..<mark], delay)
  }

  private static func plain(_ text: Substring) -> Delay? {
    guard text.utf8.first.map(isDigit) == true, !text.contains("/") else { return nil }
    return .text(text, plainUnit: .milliseconds)
  }

  private static func hasUnit(_ text: Substring) -> Bool {
    text.hasSuffix("s") && text.utf8.first.map(isDigit) == true
  }
}
