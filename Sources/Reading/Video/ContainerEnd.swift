internal import FileBoxes

/// The end of a container's data, from the sizes of its parts, if other data follows.
enum ContainerEnd {
  /// The largest number of outermost boxes to examine in fragmented movies.
  private static let mostParts = 100_000

  /// The end of the last box of an MP4, MOV or AVIF (ISO/IEC 14496-12, 4.2): before bytes that
  /// cannot be a box, or before a second file.
  ///
  /// - Returns: nil if everything is boxes.
  /// - Complexity: reads the headers of n outermost boxes.
  static func boxes(of source: ByteSource) throws -> Int64? {
    var end: Int64 = 0
    var count = 0
    var isWhole = true
    do {
      try BoxPlace.each(fileBytes: source.byteCount, read: source.bytes) { place in
        isWhole = isPart(place, first: count == 0)
        if isWhole { end = place.content.upperBound }
        count += 1
        return isWhole && count < mostParts
      }
    } catch is FileBoxError {
      return nil
    }
    // The first box always belongs to the file.
    guard end > 0, count < mostParts, end < source.byteCount else { return nil }
    return end
  }

  /// Whether this can be an outermost box: its kind is text, or a known kind if it extends beyond
  /// the file, as in a truncated file.
  private static func isPart(_ box: BoxPlace, first: Bool) -> Bool {
    if box.kind == "ftyp" { return first }
    if box.isCut { return cutKinds.contains(box.kind) }
    return box.kind.utf8.count == 4 && box.kind.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  private static let cutKinds: Set<String> = [
    "ftyp", "moov", "mdat", "free", "skip", "wide", "uuid", "meta", "moof", "mfra", "sidx", "udta",
    "jumb", "styp", "pdin", "emsg", "prft", "pnot", "PICT", "ssix", "idat", "mfro",
  ]

  /// The end of the last RIFF chunk of an AVI; files above 1 GB have several (OpenDML 1.02, 3.0).
  ///
  /// - Returns: nil if there is nothing else, and if a size is unknown, as in unfinished
  ///   recordings.
  static func riff(of source: ByteSource) throws -> Int64? {
    var end: Int64 = 0
    while let head = try source.span(at: end, count: 12) {
      guard head.starts(with: "RIFF".utf8), head[8...].starts(with: "AVI".utf8) else { break }
      let size = Int64(LittleEndian.word32(head, 4))
      guard size > 4, size < 0xFFFF_FFFF else { return nil }
      end += 8 + size + size & 1
    }
    return end > 0 && end < source.byteCount ? end : nil
  }
}

extension VideoFileFormat {
  /// The end of such a file's data if other data follows; nil otherwise, and for containers that
  /// consist of packets up to the end.
  func end(of source: ByteSource) throws -> Int64? {
    switch self {
    case .mp4: try ContainerEnd.boxes(of: source)
    case .avi: try ContainerEnd.riff(of: source)
    case .matroska, .mpegTS, .m2ts, .flv, .y4m: nil
    }
  }
}
