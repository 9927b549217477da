internal import Messages
internal import Stages

/// The video after the image of a Motion Photo: a phone's JPEG file that is followed by an MP4
/// (Android, Motion Photo format 1.0; Samsung's files have additional blocks before and after it).
enum MotionPhoto {
  private static let blockBytes = 64 << 10
  /// Top-level boxes of an MP4 (ISO/IEC 14496-12, table 1).
  private static let boxes: Set<String> = [
    "ftyp", "moov", "mdat", "free", "skip", "wide", "uuid", "meta", "moof", "mfra", "sidx", "styp",
  ]

  /// - Parameter end: the end of the JPEG.
  /// - Returns: the bytes of the video; nil if there is none.
  /// - Complexity: reads from the end of the JPEG to the start of the video.
  static func video(in source: ByteSource, from end: Int64) throws -> ByteSource? {
    var position = end
    // Consecutive blocks overlap by the bytes of a box's size, type and brand.
    while position + 12 <= source.byteCount {
      let block = try ByteSource(source, from: position, to: source.byteCount)
        .prefix(blockBytes)
      for offset in 4..<max(4, block.count - 7)
      where block[offset] == UInt8(ascii: "f") && block[offset...].starts(with: "ftyp".utf8) {
        let start = position + Int64(offset) - 4
        let last = try endOfBoxes(source, from: start)
        if let last { return ByteSource(source, from: start, to: last) }
      }
      if block.count < blockBytes { return nil }
      position += Int64(blockBytes - 11)
    }
    return nil
  }

  /// The end of the boxes; nil if they are not a movie.
  private static func endOfBoxes(_ source: ByteSource, from start: Int64) throws -> Int64? {
    var (position, hasMovie) = (start, false)
    let reader = ByteReader(source)
    while position + 8 <= source.byteCount {
      reader.seek(to: position)
      guard let header = try reader.read(8) else { break }
      let type = String(decoding: header[4...], as: UTF8.self)
      guard boxes.contains(type) else { break }
      var size = Int64(header.bigEndianWord32(at: 0))
      if size == 1, let long = try reader.read(8) {
        guard long.bigEndianWord32(at: 0) < 1 << 30 else { break }
        size = Int64(long.bigEndianWord32(at: 0)) << 32 | Int64(long.bigEndianWord32(at: 4))
      }
      if size == 0 { size = source.byteCount - position }
      guard size >= 8, size <= source.byteCount - position else { break }
      hasMovie = hasMovie || type == "moov"
      position += size
    }
    return hasMovie ? position : nil
  }
}

/// Opens the video of a Motion Photo; nil for other files.
///
/// - Parameter kind: the kind from the first bytes.
/// - Throws: a ``StageFailure``.
func openMotionPhoto(
  _ kind: InputKind?, _ source: ByteSource, options: ReadingOptions
) throws -> VideoSource? {
  guard kind == .jpeg, let end = try JPEGEnd.find(ByteReader(source), from: 0),
    let video = try MotionPhoto.video(in: source, from: end)
  else { return nil }
  return try VideoSource(
    video, format: .mp4,
    notes: ["the frames are those of the Motion Photo's video; its still picture is not read"],
    options: options)
}
