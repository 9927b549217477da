/// A Graphic Control Extension (GIF89a, section 23): delay, disposal and transparency of the next
/// frame.
struct GIFGraphicControl {
  /// Disposal method, user input flag and transparency flag as stored.
  var packed: UInt8
  /// 1/100 s.
  var delay: UInt16
  /// The index that draws nothing when the transparency flag is set.
  var transparentIndex: UInt8

  /// Reads the extension's data; nil with fewer than 4 bytes.
  init?(_ data: [UInt8]) {
    guard data.count >= 4 else { return nil }
    packed = data[0]
    delay = UInt16(data[1]) | UInt16(data[2]) << 8
    transparentIndex = data[3]
  }
}
