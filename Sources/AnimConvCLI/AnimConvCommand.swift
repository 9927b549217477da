internal import AnimConv
internal import ArgumentParser
internal import CLibrary

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
    SignalExit.install()
    let arguments = EscapedArguments.ofProcess
    if ["--help", "-h", "help"].contains(arguments.joined(separator: " ")) {
      Terminal.write(fullHelp + "\n")
      return
    }
    do {
      var command = try parseAsRoot(arguments)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
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
      let code = exitCode(for: error)
      if code.isSuccess {
        Terminal.write(fullMessage(for: error) + "\n")
        SignalExit.exitNow(0)
      }
      Terminal.writeError(Diagnostics.line(usage: message(for: error)))
      SignalExit.exitNow(code.rawValue)
    }
  }
}
