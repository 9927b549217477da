internal import AnimConv
internal import ArgumentParser

/// Suggests a subcommand for a misspelled one: `animconv inspekt a.gif` is parsed as the conversion
/// of a file named `inspekt`.
enum CommandHint {
  /// The error with a better remedy if the missing input resembles a subcommand.
  static func amend(_ error: ConversionError) -> ConversionError {
    guard error.kind == .missingInput, let file = error.file else { return error }
    var amended = error
    if let match = file.firstMatch(of: /^([a-z][a-z0-9+.-]+):\/+/) {
      amended.file = "\(match.1)://\(file[match.range.upperBound...])"
      amended.remedy = "addresses are not read; download it, then give the name of the file"
      return amended
    }
    guard let name = nearest(to: file) else { return error }
    amended.remedy = "did you mean 'animconv \(name)'?"
    return amended
  }

  /// The subcommand within two edits of a word.
  static func nearest(to word: String) -> String? {
    let names =
      AnimConvCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
      + ["help"]
    return NearestName.nearest(to: word, among: names)
  }
}
