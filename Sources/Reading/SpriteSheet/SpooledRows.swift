internal import OutputFiles
internal import SystemPackage

/// The rows of one image in an unnamed temporary file, 32 bits per pixel.
final class SpooledRows {
  private static let blockBytes = 1 << 20

  private let width: Int
  private let height: Int
  private let rowsPerBlock: Int
  private let file: TemporaryFile
  /// The rows of the block that is being changed.
  private var block: [UInt32]
  private var blockStart: Int?

  /// - Throws: ``ReadingError/system(operation:errno:)``.
  init(width: Int, height: Int) throws {
    self.width = width
    self.height = height
    rowsPerBlock = max(1, Self.blockBytes / (width * 4))
    block = []
    file = try temporaryFile()
  }

  /// Provides a row for modification; an unmodified row is blank. Efficient from top to bottom.
  func change(row: Int, _ body: (UnsafeMutablePointer<UInt32>) throws -> Void) throws {
    let start = row / rowsPerBlock * rowsPerBlock
    if blockStart != start {
      try flush()
      block = [UInt32](repeating: 0, count: rowsPerBlock * width)
      _ = try block.withUnsafeMutableBytes { try read(at: start * width * 4, into: $0) }
      blockStart = start
    }
    try block.withUnsafeMutableBufferPointer {
      try body($0.baseAddress! + (row - start) * width)
    }
  }

  /// Writes the modified rows and releases them. Wraps `pwrite`.
  func flush() throws {
    guard let start = blockStart else { return }
    let count = min(rowsPerBlock, height - start) * width * 4
    try block.withUnsafeBytes { bytes in
      try calling("writing to a temporary file") {
        try file.write(
          UnsafeRawBufferPointer(rebasing: bytes[..<count]), at: Int64(start * width * 4))
      }
    }
    block = []
    blockStart = nil
  }

  /// Copies a part of a row. Wraps `pread`.
  ///
  /// - Throws: ``ReadingError/system(operation:errno:)``.
  func read(row: Int, x: Int, count: Int, into target: UnsafeMutablePointer<UInt32>) throws {
    let bytes = UnsafeMutableRawBufferPointer(start: target, count: count * 4)
    let done = try read(at: (row * width + x) * 4, into: bytes)
    if done < bytes.count {
      UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
        .initializeMemory(as: UInt8.self, repeating: 0)
    }
  }

  private func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try calling("read") { try file.fill(buffer, at: Int64(offset)) }
  }
}
