internal import CLibrary
internal import OutputFiles
internal import SystemPackage

/// A delivery of one file.
protocol SingleFileDelivery: Delivery {
  var plan: Conversion.Plan { get }
  var destination: Destination { get }
}

extension SingleFileDelivery {
  var playsWanted: Int { plan.timing.schedule.plays }

  /// The return value of ``Delivery/check(_:)`` for a file that matches the plan.
  func written() throws -> [Conversion.Report.Output] {
    [
      Conversion.Report.Output(
        planned: plan.outputs[0], frameCount: plan.frameCount,
        byteCount: try destination.byteCount, readBack: nil)
    ]
  }

  var writtenPath: FilePath? { destination.temporaryPath }

  var staged: [StagedOutput] { destination.staged.map { [$0] } ?? [] }

  func publish(replacing: Bool) throws {
    try Destination.publish([destination], replacing: replacing)
  }

  func discard() { destination.discard() }
}

/// The final place of one output: a file that appears when it is complete, or a stream that
/// receives the complete file.
final class Destination {
  private let file: OutputFile
  /// Nil for a file that appears under its name.
  private let stream: AnimationOutput?

  init(_ output: AnimationOutput) throws {
    if case .file(let path) = output, !Self.isStream(path) {
      file = try OutputFile(path)
      stream = nil
    } else {
      file = try OutputFile(TemporaryStorage.folder.appending("animconv-output"))
      stream = output
    }
  }

  /// Makes a destination and its writer; if that fails, the destination is removed.
  ///
  /// - Throws: ``WritingError``, and what `makeWriter` throws.
  static func opening<Writer>(
    _ output: AnimationOutput, _ makeWriter: (Destination, BufferedDestination) throws -> Writer
  ) throws -> (Destination, BufferedDestination, Writer) {
    let destination = try Destination(output)
    let buffered = BufferedDestination(destination)
    do {
      return (destination, buffered, try makeWriter(destination, buffered))
    } catch {
      destination.discard()
      throw error
    }
  }

  /// The place of the output until it is complete.
  var temporaryPath: FilePath { file.temporaryPath }

  /// The file that will appear; nil for a stream.
  var staged: StagedOutput? { stream == nil ? StagedOutput(file) : nil }

  /// The current size of the file in bytes.
  var byteCount: Int64 { get throws { try file.byteCount } }

  /// Appends bytes.
  ///
  /// - Throws: ``WritingError``.
  func append(_ bytes: [UInt8]) throws { try file.append(bytes) }

  /// Overwrites existing bytes.
  ///
  /// - Throws: ``WritingError``.
  func overwrite(_ bytes: [UInt8], at offset: Int64) throws {
    try file.overwrite(bytes, at: offset)
  }

  /// Makes every output appear: all files or none, then streams.
  static func publish(_ destinations: [Destination], replacing: Bool) throws {
    try OutputFile.publish(
      destinations.filter { $0.stream == nil }.map(\.file), replacing: replacing)
    for destination in destinations {
      switch destination.stream {
      case nil: break
      case .standardOutput: try destination.file.copy(to: .standardOutput)
      case .descriptor(let descriptor, _): try destination.file.copy(to: descriptor)
      case .bytes(let bytes): bytes.set(try destination.file.takeBytes())
      case .file(let path):
        do {
          let device = try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
          try device.closeAfter { try destination.file.copy(to: device) }
        } catch let errno as Errno {
          throw OutputError.cannotFlush(errno: errno.rawValue)
        }
      }
    }
  }

  /// Checks that the file was not removed while it was opened by its name.
  ///
  /// - Throws: `CancellationError`.
  func confirm() throws { try file.confirm() }

  /// Removes incomplete outputs.
  func discard() { file.discard() }

  /// A device or a pipe, which a file cannot replace.
  private static func isStream(_ path: FilePath) -> Bool {
    guard let status = FileStatus(of: path, followingLinks: true) else { return false }
    return !status.isRegularFile && !status.isFolder
  }
}

/// Collects small pieces of a file, to avoid a system call for each.
final class BufferedDestination {
  private let destination: Destination
  private var waiting: [UInt8] = []
  private static let capacity = 64 << 10

  init(_ destination: Destination) {
    self.destination = destination
    waiting.reserveCapacity(Self.capacity)
  }

  /// - Throws: ``WritingError``.
  func append(_ bytes: [UInt8]) throws {
    waiting += bytes
    if waiting.count >= Self.capacity { try flush() }
  }

  /// Overwrites bytes that were appended before.
  ///
  /// - Throws: ``WritingError``.
  func overwrite(_ bytes: [UInt8], at offset: Int64) throws {
    try flush()
    try destination.overwrite(bytes, at: offset)
  }

  /// Writes what waits.
  ///
  /// - Throws: ``WritingError``.
  func flush() throws {
    if waiting.isEmpty { return }
    try destination.append(waiting)
    waiting.removeAll(keepingCapacity: true)
  }
}
