internal import FileBoxes
internal import Libav
internal import OutputFiles
internal import Stages
internal import SystemPackage
internal import Threads

/// Writes an MP4 or MOV of H.264 without sound, tags and chapters: the boxes are animconv's own.
///
/// FFmpeg's library of containers, with all that it needs, takes longer to load than a small
/// animation takes to encode, and its MP4 has boxes that nobody reads.
final class MovieWriter {
  private let file: FileDescriptor
  private let encoding: VideoEncoding
  private let configuration: [UInt8]
  private let language: String?
  private var samples = MovieSamples()
  /// The last bytes of the samples, until there are enough to write.
  private var waiting: [UInt8] = []
  /// Bytes of samples in the file, from its start on.
  private var written = 0

  private static let capacity = 1 << 20

  /// Whether it can write this.
  static func canWrite(_ encoding: VideoEncoding, hasSound: Bool, hasText: Bool) -> Bool {
    encoding.codec == .h264 && encoding.container != .webm && !hasSound && !hasText
  }

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - path: is overwritten.
  ///   - header: of the stream, as the encoder gives it.
  ///   - language: ISO 639-2; nil for none.
  /// - Throws: `Errno`; ``FileBoxError`` for a header without what files need.
  init(path: FilePath, encoding: VideoEncoding, header: [UInt8], language: String? = nil) throws {
    self.encoding = encoding
    self.language = language
    configuration = try H264Units.configuration(of: header)
    file = try openTemporary(path)
  }

  deinit { try? file.close() }

  /// Appends a packet, whose times are in the container's unit.
  ///
  /// - Throws: `Errno`; ``WritingError`` for a frame that waits longer than 32 bits can tell.
  func write(_ packet: borrowing Packet) throws {
    guard let start = packet.presentationTime, let decoding = packet.decodingTime,
      start - decoding <= Int64(Int32.max), packet.duration <= Int64(Int32.max)
    else {
      throw WritingError.library(
        operation: "write the \(encoding.container.title)",
        message: "a frame lasts longer than it can tell", frame: samples.sizes.count)
    }
    let before = waiting.count
    packet.withBytes { bytes in
      H264Units.each(in: bytes) { unit in
        for shift in [24, 16, 8, 0] {
          waiting.append(UInt8(truncatingIfNeeded: unit.count >> shift))
        }
        waiting.append(contentsOf: unit)
      }
    }
    samples.append(
      byteCount: waiting.count - before, duration: Int(packet.duration),
      delay: Int(start - decoding), isKey: packet.isKey)
    if waiting.count >= Self.capacity { try flush() }
  }

  /// Writes the index in front of the samples. To be called once, after the last packet.
  ///
  /// - Throws: `Errno`; `CancellationError`.
  func finish() throws {
    let head = MovieLayout(
      encoding: encoding, configuration: configuration, samples: samples, language: language
    ).head()
    if written == 0 {
      try file.writeAll(toAbsoluteOffset: 0, head + waiting)
    } else {
      try flush()
      try makeRoom(head.count)
      try file.writeAll(toAbsoluteOffset: 0, head)
    }
    waiting = []
  }

  private func flush() throws {
    try file.writeAll(toAbsoluteOffset: Int64(written), waiting)
    written += waiting.count
    waiting.removeAll(keepingCapacity: true)
  }

  /// Moves the samples to the back: from their end on, so that nothing is lost below what moves.
  private func makeRoom(_ count: Int) throws {
    var piece = [UInt8](repeating: 0, count: min(written, Self.capacity))
    var end = written
    while end > 0 {
      try CancellationFlag.betweenFrames?.check()
      let start = max(0, end - piece.count)
      if end - start < piece.count { piece.removeLast(piece.count - (end - start)) }
      let done = try piece.withUnsafeMutableBytes {
        try file.fill($0, fromAbsoluteOffset: Int64(start))
      }
      guard done == piece.count else { throw Errno.ioError }
      try file.writeAll(toAbsoluteOffset: Int64(start + count), piece)
      end = start
    }
  }
}
