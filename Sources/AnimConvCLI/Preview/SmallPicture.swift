/// A small image: straight RGBA, four bytes per pixel, rows from the top.
struct SmallPicture {
  let width: Int
  let height: Int
  let bytes: [UInt8]

  struct Color: Equatable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8
  }

  /// Nil for mostly transparent pixels, and outside.
  subscript(x: Int, y: Int) -> Color? {
    guard x < width, y < height else { return nil }
    let place = (y * width + x) * 4
    guard bytes[place + 3] >= 128 else { return nil }
    return Color(red: bytes[place], green: bytes[place + 1], blue: bytes[place + 2])
  }
}
