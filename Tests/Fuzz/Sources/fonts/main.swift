import AnimConv
import SourceFuzzing
import SystemPackage

@testable import Writing

// Fonts of labels. FreeType is not built with sanitizers; what makes lines of its characters is.
let path = try FilePath(scratchFolder()).appending("font")

try await fuzzBytes(seeds: {
  let box: [(x: Int16, y: Int16)] = [(50, 0), (50, 700), (450, 700), (450, 0)]
  return [
    TrueTypeBuilder.font(0x20...0x7E, points: box),
    TrueTypeBuilder.font(0x20...0x3A, points: [(0, -200), (300, 700), (500, 0)]),
    TrueTypeBuilder.font(0x20...0xFF, points: box + [(250, 350)]),
  ]
}) { bytes in
  try write(bytes, to: path)
  let pixels = 8 + bytes.count % 24
  guard let font = OutlineFont(path, pixels: pixels, others: "Aé?") else { return }
  let text = "0.123 s 4567890: A"
  let width = font.width(text)
  precondition(width >= 0 && font.height >= 0)
  font.draw(text) { _, row, coverage in
    precondition(row < font.height && coverage > 0)
  }
}
