internal import TextFormats

extension ConversionError {
  /// The text of an error after the file names: the stage, the frame and the reason, without
  /// repetition.
  ///
  /// Reasons are sentences and often name the frame or the step: "frame 20 is damaged".
  ///
  /// - Parameter file: the name that precedes it.
  public static func text(file: String?, stage: String, frame: Int?, reason: String) -> String {
    var reason = reason
    for said in ["\(stage) failed: "] + (file.map(Self.openings) ?? [])
    where reason.hasPrefix(said) {
      reason.removeFirst(said.count)
    }
    return "\(stage): " + text(frame: frame, reason)
  }

  /// A sentence about a frame, with the frame's number unless the sentence already has it.
  public static func text(frame: Int?, _ sentence: String) -> String {
    guard let frame else { return sentence }
    let name = "frame \(frame)"
    let isNamed = sentence.ranges(of: name).contains { range in
      range.upperBound == sentence.endIndex || !sentence[range.upperBound].isNumber
    }
    return isNamed ? sentence : "\(name): \(sentence)"
  }

  /// The start of a sentence after a file name.
  private static func openings(of file: String) -> [String] {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return [file, name].map { "\(quoted($0)): " } + ["\(file): "]
  }
}
