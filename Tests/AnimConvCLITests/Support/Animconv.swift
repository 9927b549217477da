import Foundation
import Testing

/// Runs the built command as a user would.
enum Animconv {
  struct Outcome {
    let status: Int32
    let output: Data
    let errors: String
    /// Whether a signal ended the process.
    let wasKilled: Bool

    var text: String { String(decoding: output, as: UTF8.self) }
    var errorLines: [String] {
      errors.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    }
  }

  /// The command that was built together with the tests.
  static var executable: URL {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    #if os(macOS)
      folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL
        .deletingLastPathComponent()
    #endif
    let command = folder.appendingPathComponent("animconv")
    precondition(
      FileManager.default.isExecutableFile(atPath: command.path), "no command at \(command.path)")
    return command
  }

  /// Runs to the end.
  ///
  /// - Parameters:
  ///   - tool: another command to run instead.
  ///   - input: the contents of standard input; empty by default.
  static func run(
    _ arguments: [String], with tool: URL? = nil, in folder: URL? = nil, input: Data = Data(),
    environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = try make(arguments, in: folder, environment: environment)
    if let tool { process.executableURL = tool }
    let output = Pipe()
    let errors = Pipe()
    // A command that refuses its arguments ends without reading its input.
    signal(SIGPIPE, SIG_IGN)
    let inputPipe = Pipe()
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = inputPipe
    try process.run()
    let writer = Thread {
      try? inputPipe.fileHandleForWriting.write(contentsOf: input)
      try? inputPipe.fileHandleForWriting.close()
    }
    writer.start()
    let collector = ErrorCollector(errors)
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let text = collector.wait()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: data, errors: text,
      wasKilled: process.terminationReason == .uncaughtSignal)
  }

  /// A process that is set up and not started.
  static func make(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
  ) throws -> Process {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    process.environment = ProcessInfo.processInfo.environment
      .merging(environment) { $1 }
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    return process
  }

  /// Reads standard error while standard output is read elsewhere, so that neither pipe fills up.
  ///
  /// On a separate thread: in a queue it would wait for tests that wait for it.
  private final class ErrorCollector: @unchecked Sendable {
    private let isDone = DispatchSemaphore(value: 0)
    private var data = Data()

    init(_ pipe: Pipe) {
      Thread.detachNewThread { [self] in
        data = pipe.fileHandleForReading.readDataToEndOfFile()
        isDone.signal()
      }
    }

    func wait() -> String {
      isDone.wait()
      return String(decoding: data, as: UTF8.self)
    }
  }
}

/// A folder that exists for one test.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("animconv-test-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

extension URL {
  /// The names of everything in the folder, hidden files included, sorted.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

/// The package's root and its fixtures.
enum Package {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let orbit = root.appendingPathComponent("Tests/Fixtures/orbit.gif").path
}
