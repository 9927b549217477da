internal import Stages

/// The merged picture of a Photoshop document, as every release of FFmpeg decodes it.
///
/// FFmpeg 5.1 refuses rows that are padded with no-op bytes, as ImageMagick writes them. Releases
/// before 9 show the first channel after the colours as transparency even if it is a mask.
enum PSDRows {
  /// A document with the same picture, but without compression, layers, resources and masks.
  ///
  /// - Parameter file: a document whose header can be read.
  /// - Returns: the file itself if nothing of this is in it, or its rows are in ZIP; also says
  ///   whether rows are missing or short.
  static func plain(_ file: [UInt8], hasAlpha: Bool) -> (bytes: [UInt8], isDamaged: Bool) {
    var position = 26
    // Colours, resources and layers, each after its length.
    var sections: [Range<Int>] = []
    for _ in 0..<3 {
      guard position + 4 <= file.count else { return (file, false) }
      let end = position + 4 + Int(file.bigEndianWord32(at: position))
      sections.append(position..<end)
      position = end
    }
    guard position + 2 <= file.count else { return (file, false) }
    let (height, width) = (Int(file.bigEndianWord32(at: 14)), Int(file.bigEndianWord32(at: 18)))
    let (depth, mode) = (Int(file.bigEndianWord16(at: 22)), file.bigEndianWord16(at: 24))
    let rowBytes = (width * depth + 7) / 8
    let stored = Int(file.bigEndianWord16(at: 12))
    let channels = min(stored, PSD.colors(mode) + (hasAlpha ? 1 : 0))
    var rows: [UInt8] = []
    var isDamaged = false
    switch file.bigEndianWord16(at: position) {
    case 0 where channels < stored || hasAlpha:
      let (_, overflows) = rowBytes.multipliedReportingOverflow(by: height * channels)
      guard !overflows else { return (file, false) }
      rows = Array(file.dropFirst(position + 2).prefix(rowBytes * height * channels))
    case 1:
      let lengths = position + 2
      guard lengths + 2 * stored * height <= file.count else { return (file, false) }
      rows.reserveCapacity(rowBytes * channels * height)
      var start = lengths + 2 * stored * height
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
    default: return (file, false)
    }
    // A list of -1 layers: none is read, and the channel after the colours is transparency.
    let layers: [UInt8] = hasAlpha ? [0, 0, 0, 6, 0, 0, 0, 2, 0xFF, 0xFF] : [0, 0, 0, 0]
    var plain = Array(file[..<12])
    plain += [0, UInt8(channels)]
    plain += file[14..<26]
    plain += file[sections[0]]
    plain += [0, 0, 0, 0]
    plain += layers
    plain += [0, 0]
    plain += rows
    return (plain, isDamaged)
  }
}
