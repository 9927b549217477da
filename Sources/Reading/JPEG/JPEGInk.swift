/// How a JPEG with four components is shown: as CMYK with inverted samples, which Adobe programs
/// write and which Chromium and Firefox assume for every such file.
///
/// FFmpeg's decoder does so if an Adobe segment specifies whether the first three components are
/// YCbCr; libjpeg, which browsers use, treats files without one as plain CMYK.
struct JPEGInk: Sendable, Hashable {
  /// The offset of the Adobe segment's transform; nil without such a segment.
  private var offset: Int?
  /// The transform: 0 for CMYK, 2 for YCCK.
  private var transform: UInt8 = 0

  /// - Parameter segment: the content of an APP14 segment.
  mutating func note(adobe segment: [UInt8], at offset: Int64) {
    guard segment.count >= 12, segment.starts(with: "Adobe".utf8) else { return }
    self.offset = Int(offset) + 11
    transform = segment[11]
  }

  /// The file with a segment that FFmpeg understands.
  func prepared(_ file: [UInt8]) -> [UInt8] {
    var file = file
    guard let offset else {
      let segment: [UInt8] = [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]
      file.insert(contentsOf: segment, at: 2)
      return file
    }
    // Neither plain nor YCCK: libjpeg treats it as YCCK.
    if transform != 0, offset < file.count { file[offset] = 2 }
    return file
  }

  /// Whether the first three components are YCbCr.
  var isYCCK: Bool { offset != nil && transform != 0 }

  /// The file in a form for which FFmpeg leaves the four components unchanged: with 1 as the
  /// transform, and without letters as component names, it has no conversion to RGB.
  func raw(_ file: [UInt8]) -> [UInt8] {
    var file = file
    if let offset, offset < file.count { file[offset] = 1 }
    Self.numberComponents(&file)
    return file
  }
}
