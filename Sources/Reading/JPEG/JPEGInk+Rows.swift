internal import Libav

extension JPEGInk {
  /// Reads a row of an image that was decoded from ``raw(_:)``.
  ///
  /// - Parameter row: receives four samples per pixel, cyan, magenta, yellow and black, with 255
  ///   for no ink, as Adobe programs store them.
  func read(_ y: Int, of picture: Picture, into row: inout [UInt8]) {
    let planes = (0..<4).map { picture.plane($0) + y * picture.stride($0) }
    for x in 0..<row.count / 4 {
      if isYCCK {
        let rgb = Self.rgb(y: planes[0][x], cb: planes[1][x], cr: planes[2][x])
        (row[4 * x], row[4 * x + 1], row[4 * x + 2]) = (255 - rgb.0, 255 - rgb.1, 255 - rgb.2)
      } else {
        for plane in 0..<3 { row[4 * x + plane] = planes[plane][x] }
      }
      row[4 * x + 3] = planes[3][x]
    }
  }

  /// Renames the components to 1 to 4 in the headers of the image and of each scan (ITU-T T.81,
  /// B.2.2 and B.2.3).
  static func numberComponents(_ file: inout [UInt8]) {
    var names: [UInt8] = []
    var position = 2
    while position + 4 <= file.count {
      let marker = file[position + 1]
      // Coded data with restart markers is between segments.
      guard file[position] == 0xFF, marker >= 0xC0, marker < 0xFF,
        !(0xD0...0xD8).contains(marker)
      else {
        position += 1
        continue
      }
      let content = position + 4
      let end = position + 2 + (Int(file[position + 2]) << 8 | Int(file[position + 3]))
      guard content <= end, end <= file.count else { return }
      switch marker {
      case 0xC0...0xC2 where end - content >= 18 && names.isEmpty:
        for index in 0..<4 {
          names.append(file[content + 6 + 3 * index])
          file[content + 6 + 3 * index] = UInt8(index + 1)
        }
      case 0xDA where content < end:
        for index in 0..<Int(file[content]) where content + 2 + 2 * index < end {
          let place = content + 1 + 2 * index
          if let number = names.firstIndex(of: file[place]) { file[place] = UInt8(number + 1) }
        }
      case 0xD9: return
      default: break
      }
      position = end
    }
  }

  /// JFIF's conversion, with numbers of 1/65536: 1.402, 0.344136, 0.714136 and 1.772.
  private static func rgb(y: UInt8, cb: UInt8, cr: UInt8) -> (UInt8, UInt8, UInt8) {
    let (luma, blue, red) = (Int(y) << 16 + 1 << 15, Int(cb) - 128, Int(cr) - 128)
    func sample(_ value: Int) -> UInt8 { UInt8(clamping: value >> 16) }
    return (
      sample(luma + 91_881 * red), sample(luma - 22_554 * blue - 46_802 * red),
      sample(luma + 116_130 * blue)
    )
  }
}
