internal import Stages

/// The merged picture of a Photoshop document, with its rows unpacked.
///
/// FFmpeg 5.1 refuses rows that are padded with no-op bytes, as ImageMagick writes them.
enum PSDRows {
  /// A document with the same picture, but without compression, layers and resources.
  ///
  /// - Parameter file: a document whose header can be read.
  /// - Returns: the file itself if its rows are not in PackBits; also says whether rows are missing
  ///   or short.
  static func plain(_ file: [UInt8]) -> (bytes: [UInt8], isDamaged: Bool) {
    var position = 26
    // Colours, resources and layers, each after its length.
    var sections: [Range<Int>] = []
    for _ in 0..<3 {
      guard position + 4 <= file.count else { return (file, false) }
      let end = position + 4 + Int(file.bigEndianWord32(at: position))
      sections.append(position..<end)
      position = end
    }
    let packBits: UInt16 = 1
    guard position + 2 <= file.count, file.bigEndianWord16(at: position) == packBits else {
      return (file, false)
    }
    let (height, width) = (Int(file.bigEndianWord32(at: 14)), Int(file.bigEndianWord32(at: 18)))
    let (depth, mode) = (Int(file.bigEndianWord16(at: 22)), file.bigEndianWord16(at: 24))
    let rowBytes = (width * depth + 7) / 8
    // Spot colours and masks follow the colours and alpha.
    let channels = min(Int(file.bigEndianWord16(at: 12)), mode == 3 ? 4 : mode == 2 ? 1 : 2)
    let lengths = position + 2
    let counts = Int(file.bigEndianWord16(at: 12)) * height
    guard lengths + 2 * counts <= file.count else { return (file, false) }
    var rows: [UInt8] = []
    rows.reserveCapacity(rowBytes * channels * height)
    var isDamaged = false
    var start = lengths + 2 * counts
    for row in 0..<channels * height {
      let end = min(file.count, start + Int(file.bigEndianWord16(at: lengths + 2 * row)))
      let samples = TIFFCompression.packBits(file[min(start, end)..<end], count: rowBytes)
      rows += samples
      if samples.count < rowBytes {
        isDamaged = true
        rows += repeatElement(0, count: rowBytes - samples.count)
      }
      start = end
    }
    let plain =
      Array(file[..<12]) + [0, UInt8(channels)] + file[14..<26] + file[sections[0]]
      + [UInt8](repeating: 0, count: 4 + 4 + 2)
    return (plain + rows, isDamaged)
  }
}
