/// Values that start with a minus and a digit, such as `--scale -1x480`, which the parser takes for
/// options.
enum NegativeValues {
  /// The arguments with such values joined to the preceding option: `--scale=-1x480`.
  static func joined(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    var joined: [String] = []
    for argument in arguments[..<end] {
      if let option = joined.last, takesValue(option), isNegative(argument) {
        joined[joined.count - 1] = "\(option)=\(argument)"
      } else {
        joined.append(argument)
      }
    }
    return joined + arguments[end...]
  }

  private static func takesValue(_ option: String) -> Bool {
    option.hasPrefix("--") && !option.contains("=")
  }

  private static func isNegative(_ argument: String) -> Bool {
    argument.first == "-"
      && argument.utf8.dropFirst().first.map { (0x30...0x39).contains($0) } == true
  }
}
