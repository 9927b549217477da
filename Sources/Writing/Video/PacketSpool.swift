internal import Libav
internal import OutputFiles
internal import SystemPackage

/// Keeps the packets of the first play in a file without a name, to be read again for every
/// further play: memory stays flat however long the animation is.
///
/// The file lies beside the output, where there has to be room anyway, and vanishes with its
/// descriptor.
struct PacketSpool: ~Copyable {
  private let file: FileDescriptor
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 18
  private var readOffset: Int64 = 0

  /// - Parameter output: the file in whose folder it is made; its name with `.packets.tmp` is
  ///   taken for a moment.
  /// - Throws: `Errno`.
  init(besides output: FilePath) throws {
    file = try unnamedFile(beside: output, suffix: ".packets.tmp")
  }

  deinit { try? file.close() }

  /// Appends a packet without its times.
  ///
  /// - Parameter frame: which of the play it holds.
  mutating func append(_ packet: borrowing Packet, of frame: Int) throws {
    packet.withBytes { bytes in
      packet.withBlockAdditional { additional in
        let head = [bytes.count, additional.count, packet.isKey ? 1 : 0, frame]
        for number in head.map(UInt64.init) {
          withUnsafeBytes(of: number.littleEndian) { buffer.append(contentsOf: $0) }
        }
        buffer.append(contentsOf: bytes)
        buffer.append(contentsOf: additional)
      }
    }
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes out what is held back and goes to the first packet.
  mutating func rewind() throws {
    try flush()
    readOffset = 0
  }

  /// Fills `packet` with the next one; its times are the caller's business.
  ///
  /// - Returns: which frame of the play it holds.
  mutating func next(into packet: borrowing Packet) throws -> Int {
    var stored: [UInt64] = [0, 0, 0, 0]
    try stored.withUnsafeMutableBytes { try readFully(into: $0) }
    let head = stored.map { Int(UInt64(littleEndian: $0)) }
    buffer.removeAll(keepingCapacity: true)
    let count = head[0] + head[1]
    var bytes = [UInt8](repeating: 0, count: count)
    try bytes.withUnsafeMutableBytes { try readFully(into: $0) }
    try bytes.withUnsafeBytes { all in
      try packet.fill(
        bytes: UnsafeRawBufferPointer(rebasing: all[..<head[0]]),
        blockAdditional: UnsafeRawBufferPointer(rebasing: all[head[0]...]),
        isKey: head[2] == 1)
    }
    return head[3]
  }

  private mutating func flush() throws {
    try file.writeAll(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func readFully(into target: UnsafeMutableRawBufferPointer) throws {
    guard try file.fill(target, fromAbsoluteOffset: readOffset) == target.count else {
      throw Errno.ioError
    }
    readOffset += Int64(target.count)
  }
}
