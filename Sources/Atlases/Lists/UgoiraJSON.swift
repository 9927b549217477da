internal import AnimTiming
internal import Stages
internal import TextFormats

/// Reads the `animation.json` of an ugoira in the four forms that downloaders write: an object with
/// `frames`, the same inside `body` or `ugoira_metadata`, and a bare list.
///
/// Every frame has `file` and `delay`, in milliseconds.
package enum UgoiraJSON {
  /// The list of frames; nil if this is not an ugoira.
  static func frames(_ json: JSONValue) -> JSONValue? {
    let candidates = [
      json, json["frames"], json["body"]?["frames"], json["ugoira_metadata"]?["frames"],
      json["body"]?["ugoira_metadata"]?["frames"],
    ]
    return candidates.lazy.compactMap { $0 }.first { list in
      guard list.isArray else { return false }
      guard let first = list.elements.first(where: { _ in true }) else { return false }
      return first["file"] != nil && first["delay"] != nil
    }
  }

  static func read(_ frames: JSONValue, limits: ReadingLimits) throws -> FrameList {
    var builder = FrameListBuilder(.ugoira, limits: limits)
    for (index, frame) in frames.elements.enumerated() {
      let entry = JSONEntry(format: .ugoira, name: "\(index)", json: frame)
      let file = try entry.string("file")
      guard let number = frame["delay"]?.number,
        let delay = Delay.decimal(number, in: .milliseconds)
      else { throw entry.error("delay is not a number of milliseconds") }
      try builder.add(.init(file: file, delay: delay))
    }
    return try builder.list.checked()
  }
}

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
