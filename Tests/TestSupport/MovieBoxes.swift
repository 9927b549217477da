/// The times of an MP4 or MOV file, read box by box (ISO/IEC 14496-12) without FFmpeg.
package struct MovieBoxes {
  package struct Header: Equatable {
    package var timescale: UInt64
    package var duration: UInt64

    package init(timescale: UInt64, duration: UInt64) {
      self.timescale = timescale
      self.duration = duration
    }
  }
  package struct Edit: Equatable {
    package var duration: UInt64
    package var mediaTime: Int64

    package init(duration: UInt64, mediaTime: Int64) {
      self.duration = duration
      self.mediaTime = mediaTime
    }
  }

  package var movie: Header?
  package var media: Header?
  package var edits: [Edit] = []
  /// The duration of every sample, `stts` unrolled.
  package var sampleDurations: [UInt64] = []
  /// Names of the top-level boxes in order.
  package var order: [String] = []
  /// The name of the sample entry, such as `avc1`.
  package var sampleEntry: String?
  /// The delay from decoding to display of each sample, `ctts` unrolled; empty without the box.
  package var compositionOffsets: [Int64] = []

  package init(_ bytes: [UInt8]) {
    walk(bytes[...], depth: 0)
  }

  /// The display time and duration of each sample, in stored order, from `stts`, `ctts` and the
  /// only edit.
  package var shown: [(start: Int64, duration: Int64)] {
    var decoding: Int64 = 0
    return sampleDurations.enumerated().map { index, duration in
      defer { decoding += Int64(duration) }
      let offset = compositionOffsets.isEmpty ? 0 : compositionOffsets[index]
      return (decoding + offset - (edits.first?.mediaTime ?? 0), Int64(duration))
    }
  }

  private mutating func walk(_ bytes: ArraySlice<UInt8>, depth: Int) {
    var rest = bytes
    while rest.count >= 8 {
      var size = Int(number(rest, at: 0, 4))
      let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      var header = 8
      if size == 1 {
        size = Int(number(rest, at: 8, 8))
        header = 16
      }
      guard size >= header, size <= rest.count else { return }
      if depth == 0 { order.append(name) }
      visit(name, rest.dropFirst(header).prefix(size - header), depth: depth)
      rest = rest.dropFirst(size)
    }
  }

  private mutating func visit(_ name: String, _ body: ArraySlice<UInt8>, depth: Int) {
    let version = body.first ?? 0
    switch name {
    case "moov", "trak", "mdia", "minf", "stbl", "edts": walk(body, depth: depth + 1)
    case "mvhd": movie = header(body, version)
    case "mdhd": media = header(body, version)
    case "elst":
      let width = version == 1 ? 8 : 4
      edits = (0..<Int(number(body, at: 4, 4))).map { index in
        let at = 8 + index * (2 * width + 4)
        let raw = number(body, at: at + width, width)
        return Edit(
          duration: number(body, at: at, width),
          mediaTime: width == 8 ? Int64(bitPattern: raw) : Int64(Int32(truncatingIfNeeded: raw)))
      }
    case "stts":
      for index in 0..<Int(number(body, at: 4, 4)) {
        let count = Int(number(body, at: 8 + index * 8, 4))
        let duration = number(body, at: 12 + index * 8, 4)
        sampleDurations += Array(repeating: duration, count: count)
      }
    case "ctts":
      // Version 0 has no signs.
      for index in 0..<Int(number(body, at: 4, 4)) {
        let raw = number(body, at: 12 + index * 8, 4)
        compositionOffsets += Array(
          repeating: version == 0 ? Int64(raw) : Int64(Int32(truncatingIfNeeded: raw)),
          count: Int(number(body, at: 8 + index * 8, 4)))
      }
    case "stsd": sampleEntry = String(decoding: body.dropFirst(12).prefix(4), as: UTF8.self)
    default: break
    }
  }

  private func header(_ body: ArraySlice<UInt8>, _ version: UInt8) -> Header {
    version == 1
      ? Header(timescale: number(body, at: 20, 4), duration: number(body, at: 24, 8))
      : Header(timescale: number(body, at: 12, 4), duration: number(body, at: 16, 4))
  }

  private func number(_ bytes: ArraySlice<UInt8>, at offset: Int, _ width: Int) -> UInt64 {
    bytes.dropFirst(offset).prefix(width).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
