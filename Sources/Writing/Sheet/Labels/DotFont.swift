/// Characters of 3 x 5 dots for labels, which are readable in cells that are too small for an
/// outline font, and look the same everywhere.
struct DotFont {
  /// Size of a dot in pixels.
  let dot: Int

  /// Height of a line in dots, with one above and one below.
  static let height = 7

  /// Width of a text in dots, with one between characters and one on each side.
  static func width(_ text: String) -> Int { text.reduce(1) { $0 + width(shown($1)) + 1 } }

  /// Lower-case letters are drawn as upper-case ones; a question mark replaces unknown characters.
  private static func shown(_ character: Character) -> Character {
    let large = character.uppercased().first ?? character
    return large == " " || glyphs[large] != nil ? large : "?"
  }

  private static func width(_ character: Character) -> Int {
    switch character {
    case ":", ".", " ": 1
    case "#", "M", "W": 5
    case "N": 4
    default: 3
    }
  }

  /// Calls `body` with the column and row of each lit dot, in dots from the upper left.
  func draw(_ text: String, _ body: (_ column: Int, _ row: Int) -> Void) {
    var x = 1
    for character in text {
      let character = Self.shown(character)
      let width = Self.width(character)
      for (row, bits) in (Self.glyphs[character] ?? []).enumerated() {
        for column in 0..<width where bits >> (width - 1 - column) & 1 == 1 {
          body(x + column, 1 + row)
        }
      }
      x += width + 1
    }
  }

  /// The rows of each character from the top; the highest bit is the leftmost dot.
  private static let glyphs: [Character: [Int]] = [
    "0": [0b111, 0b101, 0b101, 0b101, 0b111], "1": [0b010, 0b110, 0b010, 0b010, 0b111],
    "2": [0b111, 0b001, 0b111, 0b100, 0b111], "3": [0b111, 0b001, 0b111, 0b001, 0b111],
    "4": [0b101, 0b101, 0b111, 0b001, 0b001], "5": [0b111, 0b100, 0b111, 0b001, 0b111],
    "6": [0b111, 0b100, 0b111, 0b101, 0b111], "7": [0b111, 0b001, 0b010, 0b010, 0b010],
    "8": [0b111, 0b101, 0b111, 0b101, 0b111], "9": [0b111, 0b101, 0b111, 0b001, 0b111],
    ":": [0, 1, 0, 1, 0], ".": [0, 0, 0, 0, 1],
    "#": [0b01010, 0b11111, 0b01010, 0b11111, 0b01010],
    "A": [0b010, 0b101, 0b111, 0b101, 0b101],
    "B": [0b110, 0b101, 0b110, 0b101, 0b110],
    "C": [0b011, 0b100, 0b100, 0b100, 0b011],
    "D": [0b110, 0b101, 0b101, 0b101, 0b110],
    "E": [0b111, 0b100, 0b110, 0b100, 0b111],
    "F": [0b111, 0b100, 0b110, 0b100, 0b100],
    "G": [0b011, 0b100, 0b101, 0b101, 0b011],
    "H": [0b101, 0b101, 0b111, 0b101, 0b101],
    "I": [0b111, 0b010, 0b010, 0b010, 0b111],
    "J": [0b001, 0b001, 0b001, 0b101, 0b010],
    "K": [0b101, 0b101, 0b110, 0b101, 0b101],
    "L": [0b100, 0b100, 0b100, 0b100, 0b111],
    "O": [0b010, 0b101, 0b101, 0b101, 0b010],
    "P": [0b110, 0b101, 0b110, 0b100, 0b100],
    "Q": [0b010, 0b101, 0b101, 0b110, 0b011],
    "R": [0b110, 0b101, 0b110, 0b101, 0b101],
    "S": [0b011, 0b100, 0b010, 0b001, 0b110],
    "T": [0b111, 0b010, 0b010, 0b010, 0b010],
    "U": [0b101, 0b101, 0b101, 0b101, 0b111],
    "V": [0b101, 0b101, 0b101, 0b101, 0b010],
    "X": [0b101, 0b101, 0b010, 0b101, 0b101],
    "Y": [0b101, 0b101, 0b010, 0b010, 0b010],
    "Z": [0b111, 0b001, 0b010, 0b100, 0b111],
    "-": [0b000, 0b000, 0b111, 0b000, 0b000],
    "_": [0b000, 0b000, 0b000, 0b000, 0b111],
    "/": [0b001, 0b001, 0b010, 0b100, 0b100],
    "?": [0b111, 0b001, 0b010, 0b000, 0b010],
    "+": [0b000, 0b010, 0b111, 0b010, 0b000],
    "(": [0b001, 0b010, 0b010, 0b010, 0b001],
    ")": [0b100, 0b010, 0b010, 0b010, 0b100],
    "M": [0b10001, 0b11011, 0b10101, 0b10001, 0b10001],
    "N": [0b1001, 0b1101, 0b1011, 0b1001, 0b1001],
    "W": [0b10001, 0b10001, 0b10101, 0b11011, 0b10001],
  ]
}
