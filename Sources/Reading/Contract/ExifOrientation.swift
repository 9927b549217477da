/// The orientation in an Exif segment: tag 0x0112 of the first directory (Exif 2.32, 4.6.4).
enum ExifOrientation {
  /// - Parameter segment: the content of an APP1 segment.
  /// - Returns: nil if it has none or is damaged; the image then counts as upright.
  static func read(_ segment: [UInt8]) -> PictureOrientation? {
    guard segment.starts(with: "Exif\0\0".utf8) else { return nil }
    return read(tiff: Array(segment.dropFirst(6)))
  }

  /// - Parameter tiff: the content of a PNG's `eXIf` chunk (PNG, third edition, 11.3.4.5), or of a
  ///   JPEG segment after its marker.
  /// - Returns: nil if it has none or is damaged.
  static func read(tiff: [UInt8]) -> PictureOrientation? {
    let isLittle: Bool
    switch tiff.prefix(2) {
    case [0x49, 0x49]: isLittle = true
    case [0x4D, 0x4D]: isLittle = false
    default: return nil
    }
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset + count <= tiff.count else { return nil }
      let bytes = tiff[offset..<offset + count]
      return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let start = number(4, 4), let count = number(start, 2) else { return nil }
    for index in 0..<count {
      let entry = start + 2 + index * 12
      guard let tag = number(entry, 2) else { return nil }
      if tag == 0x0112 { return number(entry + 8, 2).flatMap(orientation) }
    }
    return nil
  }

  /// The Exif orientation, 1...8.
  static func value(of orientation: PictureOrientation) -> Int {
    (1...8).first { Self.orientation($0) == orientation }!
  }

  /// - Parameter value: the Exif orientation, 1...8; nil for others.
  static func orientation(_ value: Int) -> PictureOrientation? {
    switch value {
    case 1: PictureOrientation(quarterTurns: 0, isMirrored: false)
    case 2: PictureOrientation(quarterTurns: 0, isMirrored: true)
    case 3: PictureOrientation(quarterTurns: 2, isMirrored: false)
    case 4: PictureOrientation(quarterTurns: 2, isMirrored: true)
    case 5: PictureOrientation(quarterTurns: 3, isMirrored: true)
    case 6: PictureOrientation(quarterTurns: 1, isMirrored: false)
    case 7: PictureOrientation(quarterTurns: 1, isMirrored: true)
    case 8: PictureOrientation(quarterTurns: 3, isMirrored: false)
    default: nil
    }
  }
}
