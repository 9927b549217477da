/// A shell pattern of names: `*`, `?`, `[abc]`, `[a-z]`, `[!0-9]`; a backslash escapes the next
/// character. Names that start with a dot do not match.
package struct NameGlob: Sendable, Hashable {
  private enum Piece: Hashable {
    case character(Character)
    case any
    case run
    case oneOf([ClosedRange<Character>], isNegated: Bool)
  }

  private let pieces: [Piece]

  /// - Returns: nil if the text contains none of `*`, `?` and `[...]`.
  package init?(_ text: String) {
    var pieces: [Piece] = []
    var isPattern = false
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "*":
        isPattern = true
        if pieces.last != .run { pieces.append(.run) }
      case "?":
        isPattern = true
        pieces.append(.any)
      case "[":
        if let (piece, after) = Self.set(rest) {
          isPattern = true
          pieces.append(piece)
          rest = after
        } else {
          pieces.append(.character("["))
        }
      case "\\": pieces.append(.character(rest.popFirst() ?? "\\"))
      default: pieces.append(.character(character))
      }
    }
    guard isPattern else { return nil }
    self.pieces = pieces
  }

  /// A set of characters; nil without a closing bracket.
  private static func set(_ text: Substring) -> (Piece, Substring)? {
    var rest = text
    let isNegated = rest.first == "!" || rest.first == "^"
    if isNegated { rest.removeFirst() }
    var ranges: [ClosedRange<Character>] = []
    while let low = rest.popFirst() {
      if low == "]", !ranges.isEmpty { return (.oneOf(ranges, isNegated: isNegated), rest) }
      var high = low
      if rest.first == "-", let next = rest.dropFirst().first, next != "]" {
        rest = rest.dropFirst(2)
        high = next
      }
      ranges.append(min(low, high)...max(low, high))
    }
    return nil
  }

  /// - Complexity: O(n · m) for name and pattern, because only the last `*` is ever widened.
  package func matches(_ name: String) -> Bool {
    if name.hasPrefix(".") { return false }
    let characters = Array(name)
    var position = 0
    var piece = 0
    var retry: (piece: Int, position: Int)?
    while position < characters.count {
      if piece < pieces.count, pieces[piece] == .run {
        retry = (piece, position)
        piece += 1
      } else if piece < pieces.count, accepts(pieces[piece], characters[position]) {
        piece += 1
        position += 1
      } else if let (run, start) = retry {
        retry = (run, start + 1)
        piece = run + 1
        position = start + 1
      } else {
        return false
      }
    }
    return pieces[piece...].allSatisfy { $0 == .run }
  }

  private func accepts(_ piece: Piece, _ character: Character) -> Bool {
    switch piece {
    case .character(let own): own == character
    case .any: true
    case .run: false
    case .oneOf(let ranges, let isNegated):
      ranges.contains { $0.contains(character) } != isNegated
    }
  }
}
