package import AnimTiming

/// A duration with its unit, as in the headers `mvhd` and `mdhd`.
package struct StatedDuration {
  package let ticks: Int64
  package let timebase: Timebase
  /// False if all bits of ``ticks`` are one, which means an unknown duration (ISO/IEC 14496-12,
  /// 8.2.2 and 8.4.2).
  package let isKnown: Bool
}

/// The edit list of a track.
package struct StatedEdit {
  /// How much its frames are delayed compared with the stored times, in ticks of the media.
  package var shift: Int64 = 0
  /// Its end in ticks of the movie; nil without a list.
  package var end: Int64?
}

extension FileBox {
  /// Reads an `mvhd` or `mdhd` box.
  package func headerDuration() throws -> StatedDuration {
    let isLong = try version == 1
    let scale = try count(at: isLong ? 20 : 12)
    guard scale > 0 else { throw FileBoxError(reason: "the time scale of \(kind) is 0") }
    let (offset, bytes) = try durationField
    return StatedDuration(
      ticks: try count(at: offset, bytes: bytes), timebase: Timebase(1, scale),
      isKnown: try !isAllOnes(at: offset, bytes: bytes))
  }

  /// Where an `mvhd` or `mdhd` box stores its duration.
  package var durationField: (offset: Int, bytes: Int) {
    get throws { try version == 1 ? (24, 8) : (16, 4) }
  }

  private func isAllOnes(at offset: Int, bytes: Int) throws -> Bool {
    try number(at: offset, bytes: bytes) == UInt64.max >> (64 - 8 * UInt64(bytes))
  }

  /// Reads the edit list of this track: empty time, then one edit of the media.
  ///
  /// - Throws: ``FileBoxError`` if there is more than one edit.
  package func edit(movieBase: Timebase, mediaBase: Timebase) throws -> StatedEdit {
    guard let list = try find("edts", "elst") else { return StatedEdit() }
    let isLong = try list.version == 1
    let bytes = isLong ? 8 : 4
    var end: Int64 = 0
    var shift: Int64?
    var isEndKnown = true
    for index in 0..<Int(try list.count(at: 4)) {
      let offset = 8 + index * (2 * bytes + 4)
      let duration = try list.count(at: offset, bytes: bytes)
      let from =
        isLong
        ? try list.count(at: offset + bytes, bytes: bytes) : try list.signed(at: offset + bytes)
      if from >= 0 {
        guard shift == nil else { throw FileBoxError(reason: "the edit list has several pieces") }
        // Empty time is in ticks of the movie.
        let (before, rest) = (end &* mediaBase.denominator).quotientAndRemainder(
          dividingBy: movieBase.denominator)
        guard rest == 0 else {
          throw FileBoxError(reason: "the edit list begins between two ticks")
        }
        shift = before &- from
      }
      if try list.isAllOnes(at: offset, bytes: bytes) { isEndKnown = false }
      end = end &+ duration
    }
    return StatedEdit(shift: shift ?? 0, end: isEndKnown ? end : nil)
  }
}
