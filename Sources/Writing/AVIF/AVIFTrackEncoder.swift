internal import FileBoxes
internal import Libav
internal import Raster
internal import Stages
internal import SystemPackage
internal import Threads

/// Encodes the colours, or the alpha, of every frame into a spool.
final class AVIFTrackEncoder {
  private let pool: PicturePool
  private let packet: Packet
  private var encoder: Encoder?
  private(set) var spool: AVIFSampleSpool
  /// Size of the stream; nil before the first image is encoded.
  private(set) var header: AV1SequenceHeader?
  /// The unit that ``header`` was read from.
  private(set) var headerUnit: [UInt8] = []
  private var sent = 0
  private let name: String

  init(
    _ settings: Encoder.Settings, _ converter: PictureConverter, spool: consuming AVIFSampleSpool
  ) throws {
    pool = PicturePool(converter, color: settings.color)
    packet = try Packet()
    encoder = try Encoder(settings)
    name = settings.name
    self.spool = spool
  }

  func write(_ frame: CanvasFrame) throws {
    let picture = try pool.picture(of: frame.pixels, changed: frame.changed)
    picture.presentationTime = Int64(sent)
    try encoder!.send(picture)
    sent += 1
    try drain()
  }

  /// Encodes waiting images and releases the encoder.
  func finish() throws {
    try encoder!.send(nil)
    try drain()
    encoder = nil
    guard spool.sizes.count == sent else {
      throw failure("\(sent) frames went in and \(spool.sizes.count) came out")
    }
  }

  func cancel() { encoder = nil }

  /// Reads the encoded bytes, see ``AVIFSampleSpool/read(_:_:)``.
  func read(_ count: Int, _ body: ([UInt8]) throws -> Void) throws {
    try spool.read(count, body)
  }

  private func drain() throws {
    while try encoder!.receive(into: packet) == .packet {
      try CancellationFlag.betweenFrames?.check()
      guard packet.presentationTime == Int64(spool.sizes.count) else {
        throw failure("frames came out in another order")
      }
      guard packet.isKey || !spool.sizes.isEmpty else {
        throw failure("the first frame is not a key frame")
      }
      let isKey = packet.isKey
      try spool.append(try packet.withBytes(sample), isKey: isKey)
    }
  }

  /// The part of an encoded image that containers store: without temporal delimiters (AV1 in ISO
  /// base media files, section 2.4).
  private func sample(_ bytes: UnsafeRawBufferPointer) throws -> [UInt8] {
    var sample: [UInt8] = []
    sample.reserveCapacity(bytes.count)
    for unit in try AV1Unit.list(in: bytes) where unit.type != AV1Unit.temporalDelimiter {
      if unit.type == AV1Unit.sequenceHeader, header == nil {
        header = try AV1SequenceHeader(bytes[unit.payload])
        headerUnit = Array(bytes[unit.range])
      }
      sample += bytes[unit.range]
    }
    return sample
  }

  private func failure(_ message: String) -> WritingError {
    .library(operation: "encode with \(name)", message: message, frame: spool.sizes.count)
  }
}
