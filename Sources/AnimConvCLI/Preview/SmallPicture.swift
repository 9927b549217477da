/// A small picture: straight RGBA, four bytes a pixel, rows from the top.
struct SmallPicture {
  let width: Int
  let height: Int
  let bytes: [UInt8]

  struct Color: Equatable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8
  }

  /// Nil for what is more transparent than not, and outside.
  subscript(x: Int, y: Int) -> Color? {
    guard x < width, y < height else { return nil }
    let place = (y * width + x) * 4
    guard bytes[place + 3] >= 128 else { return nil }
    return Color(red: bytes[place], green: bytes[place + 1], blue: bytes[place + 2])
  }
}
