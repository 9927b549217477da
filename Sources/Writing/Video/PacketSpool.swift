internal import Libav
internal import OutputFiles
internal import SystemPackage

/// Stores the packets of the first play in an unnamed file and reads them again for further plays,
/// so that memory does not grow with the animation.
///
/// The file is next to the output, where room is needed anyway, and vanishes with its descriptor.
struct PacketSpool: ~Copyable {
  private let file: TemporaryFile
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 18
  private var readOffset: Int64 = 0

  /// - Parameter output: the file in whose folder it is created; its name with `.packets.tmp` is
  ///   used for a moment.
  /// - Throws: `Errno`.
  init(besides output: FilePath) throws {
    file = try TemporaryFile(beside: output, suffix: ".packets.tmp")
  }

  /// Appends a packet without its times.
  ///
  /// - Parameter frame: its frame within the play.
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

  /// Flushes the buffer and moves to the first packet.
  mutating func rewind() throws {
    try flush()
    readOffset = 0
  }

  /// Fills `packet` with the next one; the caller sets its times.
  ///
  /// - Returns: its frame within the play.
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
    try file.append(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func readFully(into target: UnsafeMutableRawBufferPointer) throws {
    guard try file.fill(target, at: readOffset) == target.count else {
      throw Errno.ioError
    }
    readOffset += Int64(target.count)
  }
}
