/// An image in characters of two pixels each: the upper half in the text colour, the lower half in
/// the background colour.
enum HalfBlocks {
  /// - Parameter hasAllColors: whether the terminal supports 24-bit colour rather than xterm's 256
  ///   colours.
  static func text(_ picture: SmallPicture, hasAllColors: Bool) -> String {
    func code(_ color: SmallPicture.Color) -> String {
      hasAllColors ? "2;\(color.red);\(color.green);\(color.blue)" : "5;\(indexed(color))"
    }
    var text = ""
    for y in stride(from: 0, to: picture.height, by: 2) {
      var last = ""
      for x in 0..<picture.width {
        let cell: (style: String, character: String) =
          switch (picture[x, y], picture[x, y + 1]) {
          case (nil, nil): ("0", " ")
          case (let upper?, nil): ("0;38;\(code(upper))", "\u{2580}")
          case (nil, let lower?): ("0;38;\(code(lower))", "\u{2584}")
          case (let upper?, let lower?):
            ("0;38;\(code(upper));48;\(code(lower))", "\u{2580}")
          }
        if cell.style != last { text += "\u{1B}[\(cell.style)m" }
        last = cell.style
        text += cell.character
      }
      text += "\u{1B}[0m\n"
    }
    return text
  }

  /// The nearest colour of xterm's cube of 6 x 6 x 6.
  private static func indexed(_ color: SmallPicture.Color) -> Int {
    let steps = [0, 95, 135, 175, 215, 255]
    func step(_ value: UInt8) -> Int {
      steps.indices.min { abs(steps[$0] - Int(value)) < abs(steps[$1] - Int(value)) } ?? 0
    }
    return 16 + 36 * step(color.red) + 6 * step(color.green) + step(color.blue)
  }
}
