internal import AnimTiming
internal import TextFormats

extension UgoiraJSON {
  /// The text of an `animation.json`. This function is the inverse of ``read(_:limits:)``.
  ///
  /// - Parameter list: with a file and a delay of whole milliseconds for each entry.
  package static func text(_ list: FrameList) -> String {
    let lines = list.entries.map { entry in
      // Never fails: the plan has stored the delay in whole milliseconds.
      let milliseconds = entry.delay.time.flatMap {
        try? $0.ticks(in: .milliseconds, rounding: .nearest)
      }
      return "    {\"file\": \(jsonText(entry.file ?? "")), \"delay\": \(milliseconds ?? 0)}"
    }
    return "{\n  \"frames\": [\n" + lines.joined(separator: ",\n") + "\n  ]\n}\n"
  }
}
