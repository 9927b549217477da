/// A pattern of names as shells write it: `*`, `?`, `[abc]`, `[a-z]`, `[!0-9]`; a backslash takes
/// the next character as it is. A name that starts with a point is matched by none.
package struct NameGlob: Sendable, Hashable {
  private enum Piece: Hashable {
    case character(Character)
    case any
    case run
    case oneOf([ClosedRange<Character>], isNegated: Bool)
  }

  private let pieces: [Piece]

  /// - Returns: nil when the text has none of `*`, `?` and `[...]` in it.
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

  /// A set of characters; nil when no bracket closes it.
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

  /// - Complexity: O(n · m) in characters of name and pattern: only the last run is ever widened.
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
