import Foundation

/// Converts the animations of a target: `ConvertAnimations ANIMCONV BATCH-FILE WORK-FOLDER`.
///
/// Runs only if something has changed, whereas planning runs at every build. Errors name the batch
/// file of the target, in the form that SwiftPM and Xcode show as errors.
@main
struct ConvertAnimations {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
    let (program, file, work) = (arguments[0], arguments[1], arguments[2])
    let batch = work.appending(path: "animations.json")
    do {
      try removeOlderOutputs(in: work)
      try DerivedBatch.data(from: file).write(to: batch, options: .atomic)
    } catch {
      fail("\(file.path): \(error.localizedDescription)", 74)
    }
    let process = Process()
    process.executableURL = program
    process.arguments = ["batch", batch.path, "--quiet", "--prune"]
    let messages = Pipe()
    process.standardError = messages
    try process.run()
    let text = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    tell(text.replacingOccurrences(of: batch.path, with: file.path))
    let status = process.terminationStatus
    if status != 0, text.isEmpty { fail("\(file.path): animconv ended with \(status)", status) }
    exit(status)
  }

  /// Removes outputs that were recorded in their own folder, because the record would be shipped.
  /// No other program may replace outputs in this folder.
  private static func removeOlderOutputs(in work: URL) throws {
    let folder = work.appending(path: DerivedBatch.folder)
    let record = folder.appending(path: ".animconv-batch.jsonl")
    if FileManager.default.fileExists(atPath: record.path) {
      try FileManager.default.removeItem(at: folder)
    }
  }

  private static func tell(_ text: String) {
    let own = "animconv: "
    for line in text.split(separator: "\n") {
      write(line.hasPrefix(own) ? "error: \(line.dropFirst(own.count))" : String(line))
    }
  }

  private static func fail(_ text: String, _ status: Int32) -> Never {
    write("error: \(text)")
    exit(status)
  }

  private static func write(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
