internal import AnimConv
internal import OutputFiles
internal import SystemPackage
internal import TextFormats
internal import Watching

/// Runs a job, and repeats it whenever its inputs change, until a signal ends the process.
struct WatchLoop {
  let isQuiet: Bool

  /// - Parameters:
  ///   - reads: the known inputs of the job.
  ///   - job: runs once for each change; receives whether it is the first run, and adds its outputs
  ///     and discovered inputs to the files. Failures are reported, and the loop continues.
  /// - Throws: errors of the command itself, in the first run.
  func run(
    reads: () -> WatchedFiles, job: (_ isFirst: Bool, inout WatchedFiles) async throws -> Void
  ) async throws -> Never {
    var outputs: Set<FilePath> = []
    var isFirst = true
    while true {
      var watched = reads()
      watched.outputs.formUnion(outputs)
      let wait = ChangeWait(before: watched)
      do { try await job(isFirst, &watched) } catch {
        if isFirst, Self.isAboutTheCommand(error) { throw error }
        Failures.tell(error)
      }
      isFirst = false
      outputs = watched.outputs
      SignalExit.endAtOnce()
      if !isQuiet {
        Terminal.writeError("animconv: watching \(counted(watched.count, "file"))")
      }
      let changed = wait.changes(of: watched)
      if !isQuiet { Terminal.writeError("animconv: \(Self.line(for: changed))") }
    }
  }

  /// Whether changing a file cannot fix it.
  private static func isAboutTheCommand(_ error: any Error) -> Bool {
    guard let error = error as? ConversionError else { return !Failures.isOfRun(error) }
    return error.kind == .usage || error.isAboutExistingOutput
  }

  /// `in.gif has changed`, or `in.gif and 2 more have changed`.
  static func line(for changed: [FilePath]) -> String {
    let first = Diagnostics.printable(changed.first?.string ?? "")
    return changed.count == 1
      ? "\(first) has changed" : "\(first) and \(changed.count - 1) more have changed"
  }
}

extension ConversionError {
  /// Whether nothing was done because the output, or a part of it, already exists.
  var isAboutExistingOutput: Bool {
    switch underlying as? OutputError {
    case .exists, .folderExists: true
    default: false
    }
  }
}
