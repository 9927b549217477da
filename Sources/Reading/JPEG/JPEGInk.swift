/// How a JPEG of four components is shown: as CMYK whose samples are inverted, which is what
/// programs of Adobe write and what Chromium and Firefox take every such file for.
///
/// FFmpeg's decoder does so when a segment of Adobe's says whether the first three components are
/// YCbCr; libjpeg, on which browsers build, takes files without one for plain CMYK.
struct JPEGInk: Sendable, Hashable {
  /// Where in the file the transform of Adobe's segment is; nil without such a segment.
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
    // Neither plain nor YCCK: libjpeg takes it for YCCK.
    if transform != 0, offset < file.count { file[offset] = 2 }
    return file
  }

  /// Whether the first three components are YCbCr.
  var isYCCK: Bool { offset != nil && transform != 0 }

  /// The file as FFmpeg takes it without touching the four components: with 1 for the transform, and
  /// without letters for the names of the components, it knows no way from them to RGB.
  func raw(_ file: [UInt8]) -> [UInt8] {
    var file = file
    if let offset, offset < file.count { file[offset] = 1 }
    Self.numberComponents(&file)
    return file
  }
}
