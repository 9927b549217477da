internal import OutputFiles
internal import Stages
internal import SystemPackage

/// Rows of pixels in an unnamed file in the output's folder, where space is needed anyway. The file
/// vanishes with its descriptor.
///
/// Rows may be written in any order and in parts; unwritten pixels read as transparent.
final class RowSpool {
  private let width: Int
  private let file: TemporaryFile
  /// Rows waiting to be appended in one call.
  private var waiting: [UInt32] = []
  private var waitingStart = 0
  private static let waitingLimit = 1 << 18

  /// - Parameter path: the path of the output; its name with `.rows.tmp` is used for a moment.
  /// - Throws: ``WritingError/system(operation:errno:)``.
  init(width: Int, beside path: FilePath) throws {
    self.width = width
    do { file = try TemporaryFile(beside: path, suffix: ".rows.tmp") } catch let errno as Errno {
      throw WritingError.system(operation: "creating a temporary file", errno: errno.rawValue)
    }
  }

  /// Appends a row.
  func append(_ row: UnsafePointer<UInt32>) throws {
    if waiting.capacity == 0 { waiting.reserveCapacity(Self.waitingLimit + width) }
    waiting.append(contentsOf: UnsafeBufferPointer(start: row, count: width))
    if waiting.count >= Self.waitingLimit { try flush() }
  }

  /// Writes out the appended rows in the buffer.
  func flush() throws {
    if waiting.isEmpty { return }
    try waiting.withUnsafeBytes { try write($0, at: waitingStart * width) }
    waitingStart += waiting.count / width
    waiting.removeAll(keepingCapacity: true)
  }

  /// Writes `count` pixels of a row from column `x` on.
  func write(_ pixels: UnsafePointer<UInt32>, count: Int, x: Int, y: Int) throws {
    try write(UnsafeRawBufferPointer(start: pixels, count: count * 4), at: y * width + x)
  }

  private func write(_ bytes: UnsafeRawBufferPointer, at pixel: Int) throws {
    do { try file.write(bytes, at: Int64(pixel) * 4) } catch let errno as Errno {
      throw WritingError.system(operation: "writing a temporary file", errno: errno.rawValue)
    }
  }

  /// Forgets every row.
  func clear() throws {
    waiting.removeAll(keepingCapacity: true)
    waitingStart = 0
    do { try file.clear() } catch let errno as Errno {
      throw WritingError.system(operation: "clearing a temporary file", errno: errno.rawValue)
    }
  }

  /// Passes rows 0 to `count` to `body`, in order.
  ///
  /// - Throws: ``WritingError/system(operation:errno:)`` and errors of `body`.
  func replay(_ count: Int, _ body: (UnsafePointer<UInt32>) throws -> Void) throws {
    try flush()
    // Its memory is now used for reading rows.
    waiting = []
    let rows = max(1, min(count, Self.waitingLimit / width))
    var block = [UInt32](repeating: 0, count: rows * width)
    for start in stride(from: 0, to: count, by: rows) {
      let taken = min(rows, count - start)
      try block.withUnsafeMutableBytes { bytes in
        let target = UnsafeMutableRawBufferPointer(rebasing: bytes[..<(taken * width * 4)])
        try read(at: Int64(start * width) * 4, into: target)
      }
      try block.withUnsafeBufferPointer { pixels in
        for row in 0..<taken { try body(pixels.baseAddress! + row * width) }
      }
    }
  }

  private func read(at offset: Int64, into target: UnsafeMutableRawBufferPointer) throws {
    let done: Int
    do { done = try file.fill(target, at: offset) } catch let errno as Errno {
      throw WritingError.system(operation: "reading a temporary file", errno: errno.rawValue)
    }
    UnsafeMutableRawBufferPointer(rebasing: target[done...])
      .initializeMemory(as: UInt8.self, repeating: 0)
  }
}
