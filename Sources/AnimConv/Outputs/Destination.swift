internal import CLibrary
internal import OutputFiles
internal import SystemPackage

/// A delivery of one file.
protocol SingleFileDelivery: Delivery {
  var plan: ConversionPlan { get }
  var destination: Destination { get }
}

extension SingleFileDelivery {
  var playsWanted: Int { plan.timing.schedule.plays }

  /// What ``Delivery/check(_:)`` returns of a file that is as planned.
  func written() throws -> [WrittenOutput] {
    [
      WrittenOutput(
        planned: plan.outputs[0], frameCount: plan.frameCount,
        byteCount: try destination.byteCount, readBack: nil)
    ]
  }

  var staged: [StagedOutput] { destination.staged.map { [$0] } ?? [] }

  func publish(replacing: Bool) throws {
    try Destination.publish([destination], replacing: replacing)
  }

  func discard() { destination.discard() }
}

/// Where one output of a conversion ends up: a file that appears when it is complete, or a stream
/// that gets the complete file.
final class Destination {
  private let file: OutputFile
  /// Nil for a file that appears under its name.
  private let stream: AnimationOutput?

  init(_ output: AnimationOutput) throws {
    if case .file(let path) = output, !Self.isStream(path) {
      file = try OutputFile(path)
      stream = nil
    } else {
      file = try OutputFile(Self.temporaryFolder.appending("animconv-output"))
      stream = output
    }
  }

  /// Makes a destination and what writes into it; the destination goes again when that fails.
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

  /// Where the output is written until it is complete.
  var temporaryPath: FilePath { file.temporaryPath }

  /// The file that will appear; nil for a stream.
  var staged: StagedOutput? { stream == nil ? StagedOutput(file) : nil }

  /// Bytes of the file as it is now.
  var byteCount: Int64 { get throws { try file.byteCount } }

  /// Writes bytes behind what is there.
  ///
  /// - Throws: ``WritingError``.
  func append(_ bytes: [UInt8]) throws { try file.append(bytes) }

  /// Writes bytes over those that are there.
  ///
  /// - Throws: ``WritingError``.
  func overwrite(_ bytes: [UInt8], at offset: Int64) throws {
    try file.overwrite(bytes, at: offset)
  }

  /// Makes every output appear: files together or not at all, then streams.
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

  /// Makes sure that nobody has taken the file away while it was opened by its name.
  ///
  /// - Throws: `CancellationError`.
  func confirm() throws { try file.confirm() }

  /// Removes what is not complete.
  func discard() { file.discard() }

  /// A device or a pipe, which cannot be replaced by a file.
  private static func isStream(_ path: FilePath) -> Bool {
    guard let status = FileStatus(of: path, followingLinks: true) else { return false }
    return !status.isRegularFile && !status.isFolder
  }

  /// `TMPDIR`, or `/tmp`.
  private static var temporaryFolder: FilePath {
    guard let folder = getenv("TMPDIR"), folder.pointee != 0 else { return "/tmp" }
    return FilePath(platformString: folder)
  }
}

/// Collects small pieces of a file, so that not each of them is a call of the system.
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

  /// Writes bytes over those that were appended.
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
