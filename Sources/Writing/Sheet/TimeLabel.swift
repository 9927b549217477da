package import AnimTiming
package import Raster

/// The time at which a frame starts, drawn into its lower left corner: white digits of 3 x 5 dots on
/// black, `1:02.480`.
package struct TimeLabel {
  private let timebase: Timebase
  /// Pixels of a dot's side.
  private let dot: Int
  private let pool: PixelBufferPool

  /// - Parameters:
  ///   - timebase: the unit of times.
  ///   - size: of the frames.
  ///   - end: when the last frame ends, in ticks.
  /// - Returns: nil when frames are too small for it.
  package init?(_ timebase: Timebase, on size: PixelSize, end: Int64) {
    self.timebase = timebase
    let longest = Self.text(end, timebase)
    let wanted = max(1, size.height / 72)
    let most = min(size.width / Self.width(longest), size.height / Self.height)
    guard most > 0 else { return nil }
    dot = min(wanted, most)
    pool = PixelBufferPool(size: size)
  }

  /// A copy of a picture with the label on it.
  package func draw(_ ticks: Int64, on picture: PixelBuffer) -> PixelBuffer {
    let labelled = pool.take()
    labelled.contents = nil
    labelled.copy(PixelRect(picture.size), from: picture)
    let plane = PixelPlane(labelled)
    let top = picture.size.height - Self.height * dot
    let text = Self.text(ticks, timebase)
    fill(plane, x: 0, y: top, width: Self.width(text) * dot, height: Self.height * dot, 0)
    var x = 1
    for character in text {
      let glyph = Self.glyphs[character] ?? []
      for (row, bits) in glyph.enumerated() {
        for column in 0..<Self.width(character)
        where bits >> (Self.width(character) - 1 - column) & 1 == 1 {
          fill(
            plane, x: (x + column) * dot, y: top + (1 + row) * dot, width: dot, height: dot,
            0xFF_FFFF)
        }
      }
      x += Self.width(character) + 1
    }
    return labelled
  }

  private func fill(
    _ plane: PixelPlane, x: Int, y: Int, width: Int, height: Int, _ color: UInt32
  ) {
    for row in y..<y + height {
      plane.row(row, from: x).update(repeating: (0xFF00_0000 | color).littleEndian, count: width)
    }
  }

  /// `0:02.480`, `1:00:00.000`: whole milliseconds, rounded down.
  static func text(_ ticks: Int64, _ timebase: Timebase) -> String {
    let product = Int128(ticks) * Int128(timebase.numerator) * 1000
    let milliseconds = Int64(clamping: product / Int128(timebase.denominator))
    func padded(_ number: Int64, _ digits: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    let (seconds, minutes, hours) = (
      milliseconds / 1000 % 60, milliseconds / 60_000 % 60, milliseconds / 3_600_000
    )
    return (hours > 0 ? "\(hours):\(padded(minutes, 2))" : "\(minutes)")
      + ":\(padded(seconds, 2)).\(padded(milliseconds % 1000, 3))"
  }

  /// Dots of a line, with one above and one below.
  private static let height = 7

  /// Dots of a text, with one between characters and one on each side.
  private static func width(_ text: String) -> Int { text.reduce(1) { $0 + width($1) + 1 } }

  private static func width(_ character: Character) -> Int {
    character == ":" || character == "." ? 1 : 3
  }

  /// The rows of each character from the top; the highest bit is the leftmost dot.
  private static let glyphs: [Character: [Int]] = [
    "0": [0b111, 0b101, 0b101, 0b101, 0b111], "1": [0b010, 0b110, 0b010, 0b010, 0b111],
    "2": [0b111, 0b001, 0b111, 0b100, 0b111], "3": [0b111, 0b001, 0b111, 0b001, 0b111],
    "4": [0b101, 0b101, 0b111, 0b001, 0b001], "5": [0b111, 0b100, 0b111, 0b001, 0b111],
    "6": [0b111, 0b100, 0b111, 0b101, 0b111], "7": [0b111, 0b001, 0b010, 0b010, 0b010],
    "8": [0b111, 0b101, 0b111, 0b101, 0b111], "9": [0b111, 0b101, 0b111, 0b001, 0b111],
    ":": [0, 1, 0, 1, 0], ".": [0, 0, 0, 0, 1],
  ]
}
