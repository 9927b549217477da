internal import AnimTiming
internal import ArgumentParser

/// Synonyms for the ends of `--range`: `--from` and `--to`, and ffmpeg's `-ss`, `-to` and `-t`.
enum RangeWords {
  private static let starts: Set = ["--from", "-ss"]
  private static let ends: Set = ["--to", "-to"]
  private static let durations: Set = ["-t"]
  private static let words = starts.union(ends).union(durations)

  /// The arguments with such words replaced by a `--range` at the place of the first.
  ///
  /// - Throws: `ValidationError`.
  static func joined(_ arguments: [String]) throws -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    var others: [String] = []
    var place: Int?
    var times: [String: RationalTime] = [:]
    var position = 0
    while position < end {
      let argument = arguments[position]
      position += 1
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let word = String(parts[0])
      guard words.contains(word), parts.count == 1 || word.hasPrefix("--") else {
        others.append(argument)
        continue
      }
      var value = parts.count > 1 ? String(parts[1]) : nil
      if value == nil, position < end {
        value = arguments[position]
        position += 1
      }
      guard let value else { throw ValidationError("Missing value for '\(word) <time>'") }
      guard times.updateValue(try time(value, after: word), forKey: word) == nil else {
        throw ValidationError("\(word) was given twice")
      }
      place = place ?? others.count
    }
    guard let place else { return arguments }
    try check(Array(times.keys), beside: others)
    others.insert(contentsOf: ["--range", try range(times)], at: place)
    return others + arguments[end...]
  }

  private static func check(_ given: [String], beside others: [String]) throws {
    for kind in [starts, ends.union(durations)] {
      let same = given.filter(kind.contains).sorted()
      if same.count > 1 {
        throw ValidationError("\(same[0]) and \(same[1]) cannot be used together")
      }
    }
    if others.contains(where: { $0 == "--range" || $0.hasPrefix("--range=") }) {
      throw ValidationError("--range and \(given.sorted()[0]) cannot be used together")
    }
  }

  private static func range(_ times: [String: RationalTime]) throws -> String {
    func first(_ words: Set<String>) -> RationalTime? {
      times.first { words.contains($0.key) }?.value
    }
    let from = first(starts) ?? .zero
    var to = first(ends)
    if let duration = first(durations) {
      to = try? from.adding(duration)
      if to == nil { throw ValidationError("-t \(duration.formatted()) ends beyond all times") }
    }
    return AnimationTimeline.FrameRange.times(from: from, to: to).description
  }

  /// Numbers without a unit mean seconds for ffmpeg's words; for other words their unit is unknown.
  private static func time(_ text: String, after word: String) throws -> RationalTime {
    let time = word.hasPrefix("--") ? RationalTime(withUnit: text) : RationalTime(text)
    if let time, time >= .zero { return time }
    let isNumber = RationalTime(text).map { $0 >= .zero } == true
    throw ValidationError(
      "expected a time such as 1.5s or 00:01:30 for \(word), but got '\(text)'"
        + (isNumber ? "; write \(text)s for the time, or use --range for frames" : ""))
  }
}
