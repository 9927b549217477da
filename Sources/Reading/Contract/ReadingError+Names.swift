internal import Messages
internal import Stages
internal import TextFormats

extension ReadingError {
  /// The error for an unknown name, with the existing names.
  static func noSuch(_ what: String, _ name: String, known: [String]) -> ReadingError {
    let more = known.count > 20 ? " and \(known.count - 20) more" : ""
    return .unsuitedOptions(
      detail: "there is no \(what) named \(quoted(name))",
      remedy: known.isEmpty
        ? "the file has none"
        : "expected one of \(known.prefix(20).map(quoted).joined(separator: ", "))\(more)")
  }
}
