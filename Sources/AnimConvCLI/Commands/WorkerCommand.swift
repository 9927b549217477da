internal import AnimBatch
internal import AnimConv
internal import ArgumentParser
internal import Confining
internal import Dispatch
internal import SystemPackage

struct WorkerCommand: AsyncParsableCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Serve conversion requests, one JSON object per line, on stdin.",
    discussion: """
      A request is a JSON line: {"id": 1, "input": "in.gif", "output": "out.mp4"}, optionally \
      with "settings" (an object, as in a batch file), "preset" and "overwrite". The response is \
      a JSON line with "id", "exit" (the exit code of a single conversion) and "report"; \
      responses arrive in the order in which conversions end. {"id": 1, "cancel": true} cancels \
      one. Requests of Bazel's persistent workers with JSON, whose "arguments" are those of \
      'animconv convert', get responses in that form. At the end of standard input, pending \
      requests are finished.
      """)

  @OptionGroup var machine: MachineOptions

  @Option(
    help: ArgumentHelp(
      """
      On SIGTERM, refuse waiting requests and allow running conversions this many seconds to \
      finish; then exit with 74.
      """, valueName: "s"))
  var grace = 25

  @OptionGroup var presets: PresetFolderOptions

  @Option(
    help: ArgumentHelp(
      """
      Read and write only in this folder; may be repeated. Requests for other files fail. Default: \
      everywhere, because each request names its files.
      """, valueName: "folder"))
  var root: [PathArgument] = []

  @OptionGroup var sandbox: SandboxOptions

  /// The option with which Bazel starts persistent workers.
  @Flag(name: .customLong("persistent_worker"), help: .hidden)
  var isPersistentWorker = false

  func validate() throws {
    if grace < 0 {
      throw ValidationError("expected seconds, or 0, for --grace, but got \(grace)")
    }
  }

  func reach() -> Reach {
    var reach = presets.reach(of: nil)
    for folder in root {
      reach.reading.insert(folder.path)
      reach.writing.insert(folder.path)
    }
    reach.limitsFiles = !root.isEmpty
    return reach
  }

  func run() async throws {
    let worker = ConversionWorker(
      ConversionWorker.Limits(machine.options), presets: presets.library, parse: Self.conversions
    ) { line in
      _ = try FileDescriptor.standardOutput.writeAll(line.utf8)
    }
    SignalExit.onTermination(grace: grace) {
      worker.stop()
      // The stream of requests does not have to end.
      worker.endWhenIdle { SignalExit.abandon {} }
    }
    let isComplete = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "animconv.requests").async {
        continuation.resume(with: Result { try worker.run(.standardInput) })
      }
    }
    if !isComplete { throw ExitCode(FailureKind.inputOutput.exitCode) }
  }

  /// The conversions for the words of 'animconv convert'.
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
