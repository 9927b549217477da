internal import AnimBatch
internal import AnimConv
internal import ArgumentParser
internal import Dispatch
internal import SystemPackage

struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Convert what requests on standard input ask for; answer each.",
    discussion: """
      A request is a line of JSON: {"id": 1, "input": "in.gif", "output": "out.mp4"}, with "settings" \
      (an object, as in a batch file), "preset" and "overwrite" as needed. The answer is a line of \
      JSON with "id", "exit" (the code of a single conversion) and "report"; answers come in the \
      order in which conversions end. {"id": 1, "cancel": true} stops one. The requests of Bazel's \
      persistent workers with JSON, whose "arguments" are those of 'animconv convert', are answered \
      in that form. At the end of the input, what was asked for is finished.
      """)

  @OptionGroup var machine: MachineOptions

  @Option(
    help: ArgumentHelp(
      """
      On SIGTERM, refuse what waits and give the conversions at work this many seconds to end; then \
      exit with 74.
      """, valueName: "s"))
  var grace = 25

  @OptionGroup var presets: PresetFolderOptions

  /// What Bazel starts persistent workers with.
  @Flag(name: .customLong("persistent_worker"), help: .hidden)
  var isPersistentWorker = false

  func validate() throws {
    if grace < 0 {
      throw ValidationError("expected seconds, or 0, for --grace, but got \(grace)")
    }
  }

  func run() async throws {
    let worker = ConversionWorker(
      ConversionWorker.Limits(machine.options), presets: presets.library, parse: Self.conversions
    ) { line in
      _ = try FileDescriptor.standardOutput.writeAll(line.utf8)
    }
    SignalExit.onTermination(grace: grace) {
      worker.stop()
      // The stream of requests need not end.
      worker.endWhenIdle { SignalExit.abandon {} }
    }
    let isComplete = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "animconv.requests").async {
        continuation.resume(with: Result { try worker.run(.standardInput) })
      }
    }
    if !isComplete { throw ExitCode(FailureKind.inputOutput.exitCode) }
  }

  /// What the words of 'animconv convert' ask for.
  @Sendable private static func conversions(_ words: [String]) throws -> [Conversion] {
    do {
      return try ConvertCommand.parse(words).job.conversionsForWorker()
    } catch let error as ConversionError {
      throw error
    } catch let error as any StageFailure {
      throw error
    } catch {
      throw ConversionError(
        stage: .planning, kind: .usage, file: nil,
        reason: "\(Diagnostics.folded(ConvertCommand.message(for: error)))")
    }
  }
}
