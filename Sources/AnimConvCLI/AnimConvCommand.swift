internal import AnimConv
internal import ArgumentParser

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

@main
struct AnimConvCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "animconv",
    abstract: "Converts animations so that every frame keeps its exact time, colour and shape.",
    usage: """
      animconv IN OUT [options]
      animconv IN OUT --preset NAME [options]
      animconv IN --sheet DIR [options]
      animconv inspect FILE [--json]
      animconv batch BUILD.json [options]
      animconv check FILE --preset NAME [--json]
      animconv presets [NAME] [--json]
      animconv doctor
      """,
    discussion: """
      IN is an animation, a sheet, a video, or a folder, pattern or list of frames; its content \
      says which, whatever its name. OUT ends in .mp4, .webm or .mov for a video, .png for a sheet, \
      .zip for an ugoira, / for a folder of frames. IN, and OUT when it is a video, can be '-' for \
      standard input or output.
      """,
    version: "animconv \(AnimConvVersion.current)",
    subcommands: [
      ConvertCommand.self, BatchCommand.self, InspectCommand.self, CheckCommand.self,
      PresetsCommand.self, DoctorCommand.self,
    ],
    defaultSubcommand: ConvertCommand.self)

  /// The overview, and the options of the command that most runs mean.
  private static var fullHelp: String {
    let columns = Terminal.environment("COLUMNS").flatMap { Int($0) } ?? Terminal.columns
    let conversion = ConvertCommand.helpMessage(columns: columns)
    let options = conversion.firstRange(of: "ARGUMENTS:").map { conversion[$0.lowerBound...] } ?? ""
    return helpMessage(columns: columns) + "\n\n" + options
  }

  /// Runs the command that the arguments name. Every failure is one line on standard error and an
  /// exit code of its own.
  static func main() async {
    Terminal.holdClosedStreams()
    SignalExit.install()
    do {
      do { try await run(EscapedArguments.ofProcess) } catch let code as ExitCode {
        try Terminal.closeOutput()
        throw code
      }
      try Terminal.closeOutput()
    } catch let error as ConversionError {
      Terminal.writeError(Diagnostics.line(for: CommandHint.amend(error)))
      SignalExit.exitNow(error.kind.exitCode)
    } catch let failure as any StageFailure {
      let error = ConversionError(failure, file: nil)
      Terminal.writeError(Diagnostics.line(for: error))
      SignalExit.exitNow(error.kind.exitCode)
    } catch let code as ExitCode {
      SignalExit.exitNow(code.rawValue)
    } catch {
      Terminal.writeError(Diagnostics.line(usage: message(for: error)))
      SignalExit.exitNow(exitCode(for: error).rawValue)
    }
  }

  /// Runs one command, or prints what was asked for in place of one.
  private static func run(_ arguments: [String]) async throws {
    if ["--help", "-h", "help"].contains(arguments.joined(separator: " ")) {
      try Terminal.write(fullHelp + "\n")
      return
    }
    do {
      var command = try parseAsRoot(arguments)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch  where !(error is ExitCode) && exitCode(for: error).isSuccess {
      // Help, the version and scripts for completion.
      try Terminal.write(fullMessage(for: error) + "\n")
    }
  }
}
