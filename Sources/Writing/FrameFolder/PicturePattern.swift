internal import TextFormats

/// A pattern for the names of an animation's pictures: `frame_%04d.png`, `{stem}-{time}.png`.
///
/// `%04d` is a number of at least four digits. `%%`, `{{` and `}}` stand for the single characters.
package struct PicturePattern: Sendable, Hashable {
  /// The values of placeholders.
  package enum Value: String, Sendable, Hashable, CaseIterable {
    /// The number of earlier pictures.
    case index
    /// The number of the picture, counted from ``FrameFilesOptions/start``.
    case number
    /// The frame of the input, from 0.
    case frame
    /// The time at which the input shows it: `00-00-03.040`.
    case time
    /// The time at which the input shows it, in milliseconds.
    case ms
    /// Its presentation time in a video, in ticks of its stream.
    case pts
    /// The input's name without its extension.
    case stem
    /// The tag or animation of the input to which it belongs.
    case tag
    /// The number of its shot, from 0, if frames are chosen by shots.
    case shot

    /// Whether a number of digits is allowed.
    var isNumber: Bool { ![.time, .stem, .tag].contains(self) }
  }

  enum Piece: Sendable, Hashable {
    case text(String)
    /// Nil for as many digits as the largest number has.
    case value(Value, digits: Int?)
  }

  let pieces: [Piece]
  /// The file format of the pictures.
  package let format: FrameFilesOptions.PictureFormat
  /// The extension as given, without the dot.
  package let fileExtension: String

  /// The value that it inserts.
  package var values: Set<Value> {
    Set(pieces.compactMap { if case .value(let value, _) = $0 { value } else { nil } })
  }

  /// Whether a name has a placeholder, known or unknown, and the extension of a frame's picture.
  package static func isMeant(by name: String) -> Bool {
    guard let (stem, _, _) = parts(of: name) else { return false }
    let plain = stem.replacing("%%", with: "").replacing("{{", with: "")
    return plain.contains(/%[0-9]{0,3}d|\{[A-Za-z]+(:[^}]*)?\}/)
  }

  /// - Parameter name: of a file, without folders.
  /// - Throws: ``FrameFilesError/pattern(_:_:)``, ``FrameFilesError/noNumber(_:)``.
  package init(_ name: String) throws(FrameFilesError) {
    guard Self.isMeant(by: name), let (stem, fileExtension, format) = Self.parts(of: name) else {
      throw .noNumber(name)
    }
    self.format = format
    self.fileExtension = fileExtension
    var pieces: [Piece] = []
    var rest = stem[...]
    while let first = rest.first {
      if let piece = try Self.value(&rest, in: name) {
        pieces.append(piece)
        continue
      }
      if ["%%", "{{", "}}"].contains(where: rest.hasPrefix) { rest.removeFirst() }
      rest.removeFirst()
      if case .text(let text)? = pieces.last {
        pieces[pieces.count - 1] = .text(text + "\(first)")
      } else {
        pieces.append(.text("\(first)"))
      }
    }
    self.pieces = pieces
  }

  /// Whether `{word}` is a placeholder: a value, with or without digits.
  package static func isPlaceholder(_ word: String) -> Bool {
    word.wholeMatch(of: /([a-z]+)(?::[0-9]*)?/).map { Value(rawValue: String($0.1)) != nil } == true
  }

  /// Whether a text contains such a placeholder.
  ///
  /// - Parameter left: values to ignore.
  package static func hasPlaceholder(_ text: String, besides left: Set<Value> = []) -> Bool {
    text.matches(of: /\{([a-z]+)(?::[0-9]*)?\}/).contains { match in
      Value(rawValue: String(match.1)).map { !left.contains($0) } == true
    }
  }

  private static func parts(
    of name: String
  ) -> (stem: Substring, fileExtension: String, format: FrameFilesOptions.PictureFormat)? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let fileExtension = String(name[name.index(after: dot)...])
    return FrameFilesOptions.PictureFormat(fileExtension: fileExtension).map {
      (name[..<dot], fileExtension, $0)
    }
  }

  /// Reads the placeholder at the start of a text; nil if there is none.
  private static func value(
    _ rest: inout Substring, in name: String
  ) throws(FrameFilesError) -> Piece? {
    if rest.hasPrefix("%"), !rest.hasPrefix("%%") {
      guard let match = rest.prefixMatch(of: /%([0-9]{0,3})d/) else {
        throw .pattern(name, "has a % without a number such as %04d; a % itself is written %%")
      }
      rest = rest[match.range.upperBound...]
      return .value(.number, digits: try digits(match.1.isEmpty ? "0" : match.1, in: name))
    }
    guard rest.hasPrefix("{"), !rest.hasPrefix("{{") else { return nil }
    guard let match = rest.prefixMatch(of: /\{([^:{}]*)(?::([^{}]*))?\}/) else {
      throw .pattern(name, "has a brace that is not closed; a brace itself is written {{")
    }
    guard let value = Value(rawValue: String(match.1)) else {
      let known = Value.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
      throw .pattern(
        name, "has {\(match.1)}, but placeholders are \(known); a brace itself is written {{")
    }
    rest = rest[match.range.upperBound...]
    guard let text = match.2 else { return .value(value, digits: nil) }
    if !value.isNumber {
      throw .pattern(name, "has digits for {\(value.rawValue)}, which does not count")
    }
    return .value(value, digits: try digits(text, in: name))
  }

  private static func digits(_ text: Substring, in name: String) throws(FrameFilesError) -> Int {
    guard let digits = Int(text), 0...18 ~= digits else {
      throw .pattern(name, "has '\(text)' for a number of digits, which is from 0 to 18")
    }
    return digits
  }
}
