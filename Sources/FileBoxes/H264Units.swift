/// The units of an H.264 stream as encoders return it, separated by start codes (ITU-T H.264, Annex
/// B).
package enum H264Units {
  /// The types that occur in files (ITU-T H.264, table 7-1).
  package enum Kind {
    package static let keyPicture: UInt8 = 5
    package static let sequence: UInt8 = 7
    package static let picture: UInt8 = 8
  }

  /// The type of a unit, from its first byte.
  package static func kind(_ head: UInt8) -> UInt8 { head & 31 }

  /// Calls `body` with each unit, without start codes and the zeros before them.
  ///
  /// - Complexity: O(bytes).
  package static func each(
    in stream: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    var start: Int?
    var at = 0
    func unit(_ start: Int, _ end: Int) throws {
      var end = end
      while end > start, stream[end - 1] == 0 { end -= 1 }
      if end > start { try body(UnsafeRawBufferPointer(rebasing: stream[start..<end])) }
    }
    while at + 2 < stream.count {
      // The last of the three bytes gives the smallest distance to the next start code.
      let last = stream[at + 2]
      if last > 1 {
        at += 3
      } else if last == 1, stream[at] == 0, stream[at + 1] == 0 {
        if let start { try unit(start, at) }
        start = at + 3
        at += 3
      } else {
        at += 1
      }
    }
    if let start { try unit(start, stream.count) }
  }

  /// The content of an `avcC` box (ISO/IEC 14496-15, 5.3.3), with unit sizes of four bytes.
  ///
  /// - Parameter header: the parameter sets as a stream.
  /// - Throws: ``FileBoxError`` if they are not the parameter sets of one sequence.
  package static func configuration(of header: [UInt8]) throws -> [UInt8] {
    var sets: [UInt8: [[UInt8]]] = [:]
    header.withUnsafeBytes { stream in
      each(in: stream) { sets[kind($0[0]), default: []].append(Array($0)) }
    }
    let pictures = sets[Kind.picture] ?? []
    guard let sequences = sets[Kind.sequence], sequences.count == 1, sequences[0].count > 4,
      (1...255).contains(pictures.count), let stated = H264Header(sequence: sequences[0])
    else { throw FileBoxError(reason: "the stream has no header that describes it") }
    let sequence = sequences[0]
    // 1, profile, constraints and level, then the size of sizes.
    var box: [UInt8] = [1] + sequence[1...3] + [0xFF, 0xE0 | 1]
    func append(_ set: [UInt8]) throws {
      guard let count = UInt16(exactly: set.count) else {
        throw FileBoxError(reason: "a parameter set has \(set.count) bytes")
      }
      box += [UInt8(count >> 8), UInt8(count & 0xFF)] + set
    }
    try append(sequence)
    box.append(UInt8(pictures.count))
    for picture in pictures { try append(picture) }
    if ![66, 77, 88].contains(sequence[1]) {
      box += [
        0xFC | UInt8(stated.chromaFormat), 0xF8 | UInt8(stated.lumaDepth - 8),
        0xF8 | UInt8(stated.chromaDepth - 8), 0,
      ]
    }
    return box
  }
}
