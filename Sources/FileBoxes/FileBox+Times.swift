package import AnimTiming

/// A unit and a number of it, as the headers `mvhd` and `mdhd` have.
package struct StatedDuration {
  package let ticks: Int64
  package let timebase: Timebase
}

/// What the edit list of a track says.
package struct StatedEdit {
  /// How much later than they are stored its times show, in ticks of the media.
  package var shift: Int64 = 0
  /// When it ends, in ticks of the movie; nil without a list.
  package var end: Int64?
}

extension FileBox {
  /// Reads an `mvhd` or `mdhd` box.
  package func headerDuration() throws -> StatedDuration {
    let isLong = try version == 1
    let scale = try count(at: isLong ? 20 : 12)
    guard scale > 0 else { throw FileBoxError(reason: "the time scale of \(kind) is 0") }
    return StatedDuration(
      ticks: try count(at: isLong ? 24 : 16, bytes: isLong ? 8 : 4), timebase: Timebase(1, scale))
  }

  /// Reads the edit list of this track: empty time and one piece of the media.
  ///
  /// - Throws: ``FileBoxError`` for more pieces than one.
  package func edit(movieBase: Timebase, mediaBase: Timebase) throws -> StatedEdit {
    guard let list = try find("edts", "elst") else { return StatedEdit() }
    let isLong = try list.version == 1
    let bytes = isLong ? 8 : 4
    var end: Int64 = 0
    var shift: Int64?
    for index in 0..<Int(try list.count(at: 4)) {
      let offset = 8 + index * (2 * bytes + 4)
      let duration = try list.count(at: offset, bytes: bytes)
      let from =
        isLong
        ? try list.count(at: offset + bytes, bytes: bytes) : try list.signed(at: offset + bytes)
      if from >= 0 {
        guard shift == nil else { throw FileBoxError(reason: "the edit list has several pieces") }
        // What is empty before it is in the movie's ticks.
        let (before, rest) = (end &* mediaBase.denominator).quotientAndRemainder(
          dividingBy: movieBase.denominator)
        guard rest == 0 else {
          throw FileBoxError(reason: "the edit list begins between two ticks")
        }
        shift = before &- from
      }
      end = end &+ duration
    }
    return StatedEdit(shift: shift ?? 0, end: end)
  }
}
