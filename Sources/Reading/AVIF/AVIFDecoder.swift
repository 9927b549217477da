internal import FileBoxes
internal import Libav
internal import Raster
internal import Stages

/// Decodes the images of one stream in order.
final class AVIFDecoder {
  /// Why an image cannot be decoded.
  struct Failure: Error { let reason: String }

  private let stream: AVIFStream
  private let source: ByteSource
  private let size: PixelSize
  private let decoder: Decoder
  private let packet: Packet
  private let picture: Picture
  private let surplus: Picture
  private var isAtStart = true

  /// Without threads that work ahead, every sample gives an image; two threads share the work.
  private static let threads = 2

  /// - Throws: `LibavError`.
  init(_ stream: AVIFStream, _ source: ByteSource, size: PixelSize) throws {
    self.stream = stream
    self.source = source
    self.size = size
    decoder = try Decoder(
      anyOf: ["libdav1d", "libaom-av1"], maxPixels: size.area, threads: Self.threads)
    packet = try Packet()
    picture = try Picture()
    surplus = try Picture()
  }

  /// Discards decoded images, because the next one does not depend on others.
  func startOver() {
    decoder.flush()
    isAtStart = true
  }

  /// Decodes an image, valid until the next call.
  ///
  /// - Throws: ``ReadingError`` if the file cannot be read. Damage is a result.
  func decode(_ index: Int) throws -> Result<Picture, Failure> {
    let bytes = try bytes(of: index)
    do {
      try bytes.withUnsafeBytes { bytes in
        try packet.fill(
          bytes: bytes, blockAdditional: UnsafeRawBufferPointer(start: nil, count: 0),
          isKey: isAtStart)
      }
      defer { packet.clear() }
      isAtStart = false
      try decoder.send(packet)
      guard try decoder.receive(into: picture) == .picture else {
        return .failure(Failure(reason: "its data has no picture"))
      }
      // A sample is one image; further images are ignored.
      while try decoder.receive(into: surplus) == .picture {}
      guard (picture.width, picture.height) == (size.width, size.height) else {
        return .failure(
          Failure(reason: "it is \(picture.width)x\(picture.height) instead of \(size)"))
      }
      return .success(picture)
    } catch let error as LibavError {
      return .failure(Failure(reason: error.message))
    }
  }

  /// The data of an image, with the stream's header if decoding starts there and the header is
  /// missing.
  private func bytes(of index: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for place in stream.places(index) {
      bytes += try [UInt8](unsafeUninitializedCapacity: place.count) { space, filled in
        filled = try source.read(
          at: place.lowerBound, into: UnsafeMutableRawBufferPointer(space))
      }
    }
    if isAtStart, !stream.configuration.isEmpty {
      let units = try? bytes.withUnsafeBytes { try AV1Unit.list(in: $0) }
      let hasHeader = units?.contains { $0.type == AV1Unit.sequenceHeader } == true
      if !hasHeader { bytes = stream.configuration + bytes }
    }
    return bytes
  }
}
