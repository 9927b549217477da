internal import FileBoxes
internal import Libav
internal import OutputFiles
internal import Stages
internal import SystemPackage
internal import Threads

/// Writes an MP4 or MOV of H.264 without audio, tags and chapters, with animconv's own boxes.
///
/// FFmpeg's container library and its dependencies take longer to load than a small animation takes
/// to encode, and its MP4 contains unused boxes.
final class MovieWriter {
  private let file: FileDescriptor
  private let encoding: VideoEncoding
  private let configuration: [UInt8]
  private let language: String?
  private var samples = MovieSamples()
  /// Buffered bytes of samples.
  private var waiting: [UInt8] = []
  /// Bytes of samples already in the file, from its start.
  private var written = 0

  private static let capacity = 1 << 20

  /// Whether it supports this output.
  static func canWrite(_ encoding: VideoEncoding, hasSound: Bool, hasText: Bool) -> Bool {
    encoding.codec == .h264 && encoding.container != .webm && !hasSound && !hasText
  }

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - path: is overwritten.
  ///   - header: the stream's header from the encoder.
  ///   - language: ISO 639-2; nil for none.
  /// - Throws: `Errno`; ``FileBoxError`` for an incomplete header.
  init(path: FilePath, encoding: VideoEncoding, header: [UInt8], language: String? = nil) throws {
    self.encoding = encoding
    self.language = language
    configuration = try H264Units.configuration(of: header)
    file = try openTemporary(path)
  }

  deinit { try? file.close() }

  /// Appends a packet with times in the container's unit.
  ///
  /// - Throws: `Errno`; ``WritingError`` for an offset that exceeds 32 bits.
  func write(_ packet: borrowing Packet) throws {
    guard let start = packet.presentationTime, let decoding = packet.decodingTime,
      start - decoding <= Int64(Int32.max), packet.duration <= Int64(Int32.max)
    else {
      throw WritingError.library(
        operation: "write the \(encoding.container.title)",
        message: "a frame lasts longer than an MP4 or MOV can store", frame: samples.sizes.count)
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

  /// Writes the index in front of the samples. Called once, after the last packet.
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

  /// Moves the samples back, starting at their end so that nothing is overwritten.
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
