internal import AnimTiming
internal import TextFormats

extension FFConcat {
  /// The text of a list. The last file is named again without a duration, because FFmpeg's demuxer
  /// drops the last duration. This function is the inverse of ``read(_:limits:)``.
  ///
  /// - Parameter list: with a file and a delay of whole microseconds for each entry.
  package static func text(_ list: FrameList) -> String {
    var text = "ffconcat version 1.0\n"
    for entry in list.entries {
      text += "file \(quotedWord(entry.file ?? ""))\n"
      // Never fails: the plan has stored the delay in whole microseconds.
      if let time = entry.delay.time,
        let microseconds = try? time.ticks(in: Timebase(1, 1_000_000), rounding: .nearest)
      {
        text += "duration \(ExactDecimal(microseconds, exponent: -6))\n"
      }
    }
    if let last = list.entries.last { text += "file \(quotedWord(last.file ?? ""))\n" }
    return text
  }

  /// A word between apostrophes; one inside is put outside of them.
  private static func quotedWord(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
