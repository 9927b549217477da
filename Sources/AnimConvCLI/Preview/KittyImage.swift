/// A PNG for kitty's graphics protocol (sw.kovidgoyal.net/kitty/graphics-protocol): in chunks of at
/// most 4096 base64 characters, without a response.
enum KittyImage {
  static func text(_ png: [UInt8]) -> String {
    let base64 = Base64.text(png)
    var text = ""
    var rest = base64[...]
    var keys = "a=T,f=100,q=2,"
    repeat {
      let piece = rest.prefix(4096)
      rest = rest.dropFirst(piece.count)
      text += "\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);\(piece)\u{1B}\\"
      keys = ""
    } while !rest.isEmpty
    return text
  }
}
