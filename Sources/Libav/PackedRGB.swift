internal import CFFmpeg

/// Converts RGB pictures with fewer than 8 bits per sample to 8 bits: zero stays zero, and the
/// largest sample becomes 255, where `swscale` gives 248 or 252. For one thread at a time.
final class PackedRGB {
  private var made: Picture?

  /// The picture with 8 bits per sample: the picture itself if it has another layout; otherwise one
  /// that is valid until the next call.
  func expanded(_ picture: Picture) throws(LibavError) -> Picture {
    let format = AVPixelFormat(picture.pointer.format)
    guard let name = av_get_pix_fmt_name(format), let layout = Layout(String(cString: name))
    else { return picture }
    let target = try room(for: picture)
    for y in 0..<picture.height {
      layout.expand(
        picture.plane(0) + y * picture.stride(0), to: target.plane(0) + y * target.stride(0),
        picture.width)
    }
    return target
  }

  private func room(for picture: Picture) throws(LibavError) -> Picture {
    if let made, made.width == picture.width, made.height == picture.height { return made }
    let picture = try Picture(
      width: picture.width, height: picture.height, format: .rgba,
      color: ColorTags(
        matrix: .rgb, transfer: .unspecified, primaries: .unspecified, isLimitedRange: false,
        chromaLocation: nil))
    made = picture
    return picture
  }

  /// The positions of a pixel's samples in a word.
  struct Layout {
    private let bytes: Int
    private let isBigEndian: Bool
    /// The shifts of red, green and blue.
    private let shifts: [UInt16]
    /// The result for each sample value.
    private let values: [[UInt8]]

    /// - Parameter name: FFmpeg's name of the layout.
    /// - Returns: nil for other layouts.
    init?(_ name: String) {
      let isReversed = name.hasPrefix("bgr")
      guard isReversed || name.hasPrefix("rgb") else { return nil }
      let depths: [UInt16]
      switch name.dropFirst(3).prefix(while: \.isNumber) {
      case "444": depths = [4, 4, 4]
      case "555": depths = [5, 5, 5]
      case "565": depths = [5, 6, 5]
      // Blue has the fewest bits, because differences in blue are least visible.
      case "8" where name.count == 4: depths = isReversed ? [2, 3, 3] : [3, 3, 2]
      default: return nil
      }
      bytes = name.count == 4 ? 1 : 2
      isBigEndian = name.hasSuffix("be")
      // From the highest bits to the lowest.
      let stored = [depths[1] + depths[2], depths[2], 0]
      shifts = isReversed ? stored.reversed() : stored
      values = (isReversed ? depths.reversed() : depths).map { depth in
        let most = (1 << Int(depth)) - 1
        return (0...most).map { UInt8(($0 * 255 + most / 2) / most) }
      }
    }

    /// Makes opaque RGBA of a row.
    func expand(
      _ row: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, _ count: Int
    ) {
      for x in 0..<count {
        var word = UInt16(row[x * bytes])
        if bytes == 2 {
          let next = UInt16(row[x * 2 + 1])
          word = isBigEndian ? word << 8 | next : next << 8 | word
        }
        for channel in 0..<3 {
          let table = values[channel]
          target[x * 4 + channel] = table[Int(word >> shifts[channel]) & (table.count - 1)]
        }
        target[x * 4 + 3] = 255
      }
    }
  }
}
