internal import TextFormats

extension ConversionError {
  /// What is said of an error after the files: the stage, the frame and the reason, each thing once.
  ///
  /// Reasons are sentences and often name the frame or the step themselves: "frame 20 is damaged".
  ///
  /// - Parameter file: the name that is said before.
  public static func text(file: String?, stage: String, frame: Int?, reason: String) -> String {
    var reason = reason
    for said in ["\(stage) failed: "] + (file.map(Self.openings) ?? [])
    where reason.hasPrefix(said) {
      reason.removeFirst(said.count)
    }
    return "\(stage): " + text(frame: frame, reason)
  }

  /// A sentence about a frame, which is named unless the sentence does so.
  public static func text(frame: Int?, _ sentence: String) -> String {
    guard let frame else { return sentence }
    let name = "frame \(frame)"
    let isNamed = sentence.ranges(of: name).contains { range in
      range.upperBound == sentence.endIndex || !sentence[range.upperBound].isNumber
    }
    return isNamed ? sentence : "\(name): \(sentence)"
  }

  /// How a sentence begins that names a file first.
  private static func openings(of file: String) -> [String] {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return [file, name].map { "\(quoted($0)): " } + ["\(file): "]
  }
}
