internal import AnimConv
internal import ArgumentParser

/// Failures on standard error: one line of text, or one line of JSON.
enum Failures {
  /// - Returns: the exit code.
  @discardableResult
  static func tell(_ error: any Error, arguments: [String] = EscapedArguments.ofProcess) -> Int32 {
    if let code = error as? ExitCode { return code.rawValue }
    let wantsJSON = wantsJSON(arguments)
    if let error = failure(error) {
      Terminal.writeError(
        wantsJSON ? JSONText.line(ErrorJSON(error)) : Diagnostics.line(for: error))
      return error.kind.exitCode
    }
    let text = UsageHint.amend(AnimConvCommand.message(for: error), arguments: arguments)
    let code = AnimConvCommand.exitCode(for: error).rawValue
    Terminal.writeError(
      wantsJSON
        ? JSONText.line(ErrorJSON(usage: text, exitCode: code))
        : Diagnostics.line(usage: text, help: UsageHint.help(for: arguments)))
    return code
  }

  /// Whether it concerns the work rather than the command line.
  static func isOfRun(_ error: any Error) -> Bool { error is ExitCode || failure(error) != nil }

  private static func failure(_ error: any Error) -> ConversionError? {
    if let error = error as? ConversionError { return CommandHint.amend(error) }
    return (error as? any StageFailure).map { ConversionError($0, file: nil) }
  }

  /// Whether the command's output is for programs, even if the command line is invalid.
  private static func wantsJSON(_ arguments: [String]) -> Bool {
    let options = arguments.prefix { $0 != "--" }
    return options.contains("--json") || options.contains("--log=json")
      || zip(options, options.dropFirst()).contains { $0 == ("--log", "json") }
  }
}
