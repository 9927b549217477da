internal import CLibrary
internal import Messages
internal import OutputFiles
internal import Reading
internal import Stages
package import SystemPackage

/// A file of lines that can be read piece by piece, any number of times: a manifest or a report.
///
/// Input that cannot be read twice, such as a pipe, is first copied to an unnamed temporary file.
package final class LineFile: Sendable {
  /// Its name in messages.
  package let name: String
  private let file: FileDescriptor
  private let separator: UInt8

  /// The longest line, in bytes.
  private static let maxLineBytes = 16 << 20

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: `-` for standard input.
  ///   - separator: the byte that ends a line.
  /// - Throws: ``BatchError/unreadable(file:reason:isMissing:)``.
  package init(
    _ path: FilePath, separator: UInt8 = UInt8(ascii: "\n")
  ) throws(BatchError) {
    name = path == "-" ? "standard input" : path.string
    self.separator = separator
    do {
      let opened =
        path == "-"
        ? try FileDescriptor.standardInput.duplicate()
        : try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
      guard FileStatus(of: opened)?.isRegularFile != true else {
        file = opened
        return
      }
      defer { try? opened.close() }
      file = try Self.spool(opened, name: name, separator: separator)
    } catch let error as BatchError {
      throw error
    } catch {
      var errno = (error as? Errno) ?? .ioError
      if case ReadingError.system(_, let number) = error { errno = Errno(rawValue: number) }
      throw .unreadable(
        file: name, reason: errno == .noSuchFileOrDirectory ? "there is no such file" : "\(errno)",
        isMissing: errno == .noSuchFileOrDirectory)
    }
  }

  deinit { try? file.close() }

  /// The file's status from the system.
  var status: FileStatus? { FileStatus(of: file) }

  /// A reader that begins at the first line.
  func reader() -> LineReader {
    LineReader(file, name: name, separator: separator, maxLineBytes: Self.maxLineBytes)
  }

  /// Passes every line, without the byte that ends it.
  ///
  /// - Complexity: O(bytes); memory for the longest line.
  func forEach(_ body: (LineReader.Line) throws(BatchError) -> Void) throws(BatchError) {
    let reader = reader()
    while let line = try reader.next() { try body(line) }
  }

  /// The bytes of a line that was read before.
  func bytes(at offset: Int64, count: Int) throws(BatchError) -> [UInt8] {
    do {
      return try [UInt8](unsafeUninitializedCapacity: count) { space, filled in
        filled = try file.fill(UnsafeMutableRawBufferPointer(space), fromAbsoluteOffset: offset)
      }
    } catch {
      throw .unreadable(file: name, reason: "\(error)", isMissing: false)
    }
  }

  /// The longest list from a pipe, in bytes: about as many lines as a batch can have.
  private static let maxSpooledBytes: Int64 = 16 << 30

  private static func spool(
    _ stream: FileDescriptor, name: String, separator: UInt8
  ) throws -> FileDescriptor {
    let copy = try calling("creating a temporary file in \(TemporaryStorage.folder)") {
      try unnamedTemporaryFile()
    }
    do {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
      defer { buffer.deallocate() }
      var byteCount: Int64 = 0
      // The current length of an unfinished line. A device may never end a line, which would fill
      // the disk.
      var lineBytes = 0
      while case let count = try stream.read(into: buffer), count > 0 {
        let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        lineBytes = piece.lastIndex(of: separator).map { count - 1 - $0 } ?? lineBytes + count
        byteCount += Int64(count)
        guard lineBytes <= maxLineBytes, byteCount <= maxSpooledBytes else {
          throw BatchError.malformed(
            file: name,
            detail: lineBytes > maxLineBytes
              ? "a line is longer than \(maxLineBytes) bytes"
              : "it is longer than \(maxSpooledBytes) bytes", remedy: nil)
        }
        try copy.writeAll(piece)
      }
    } catch {
      try? copy.close()
      throw error
    }
    return copy
  }
}

/// Reads the lines of a ``LineFile`` from the first to the last.
final class LineReader {
  struct Line {
    /// Valid until the next line is read.
    let bytes: UnsafeRawBufferPointer
    /// Counted from 1.
    let number: Int
    /// The line's offset in the file.
    let offset: Int64
    /// Whether a separator ends it: the last line may be incomplete.
    let isComplete: Bool
  }

  private let file: FileDescriptor
  private let name: String
  private let separator: UInt8
  private let maxLineBytes: Int
  /// Whether lines of a pipe are passed on as they arrive.
  private let isStream: Bool
  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
  /// The part of the buffer that has not been passed on yet.
  private var held = 0..<0
  /// The buffer's offset in the file.
  private var base: Int64 = 0
  private var hasEnded = false
  private var number = 0

  init(
    _ file: FileDescriptor, name: String, separator: UInt8, maxLineBytes: Int,
    isStream: Bool = false
  ) {
    self.file = file
    self.isStream = isStream
    self.name = name
    self.separator = separator
    self.maxLineBytes = maxLineBytes
  }

  deinit { buffer.deallocate() }

  /// - Throws: ``BatchError/unreadable(file:reason:isMissing:)``,
  ///   ``BatchError/malformed(file:detail:remedy:)`` for a line without an end.
  func next() throws(BatchError) -> Line? {
    var searched = held.lowerBound
    while true {
      if searched < held.upperBound,
        let found = memchr(
          buffer.baseAddress! + searched, Int32(separator), held.upperBound - searched)
      {
        let end = buffer.baseAddress!.distance(to: found)
        return take(upTo: end, isComplete: true)
      }
      if hasEnded { return held.isEmpty ? nil : take(upTo: held.upperBound, isComplete: false) }
      searched = held.count
      try fill()
    }
  }

  private func take(upTo end: Int, isComplete: Bool) -> Line {
    number += 1
    let line = Line(
      bytes: UnsafeRawBufferPointer(rebasing: buffer[held.lowerBound..<end]), number: number,
      offset: base + Int64(held.lowerBound), isComplete: isComplete)
    held = (isComplete ? end + 1 : end)..<held.upperBound
    return line
  }

  /// Moves the remaining bytes to the front and reads more.
  private func fill() throws(BatchError) {
    let count = held.count
    if count == buffer.count {
      guard count < maxLineBytes else {
        throw .malformed(
          file: name, detail: "line \(number + 1): longer than \(maxLineBytes) bytes", remedy: nil)
      }
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * count, alignment: 64)
      larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
      buffer.deallocate()
      buffer = larger
    } else if held.lowerBound > 0 {
      memmove(buffer.baseAddress!, buffer.baseAddress! + held.lowerBound, count)
    }
    base += Int64(held.lowerBound)
    held = 0..<count
    do {
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let added =
        isStream
        ? try file.read(into: room)
        : try file.fill(room, fromAbsoluteOffset: base + Int64(count))
      hasEnded = added == 0
      held = 0..<count + added
    } catch {
      throw .unreadable(file: name, reason: "\(error)", isMissing: false)
    }
  }
}
