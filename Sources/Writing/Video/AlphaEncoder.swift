internal import Libav
internal import Raster
internal import Stages

/// Encodes the alpha of a VP9 video as a stream next to that of the colours.
///
/// FFmpeg's wrapper of libvpx encodes alpha with the colours' settings, which smears edges (28 of
/// 255 by default), because edges of alpha are extremely hard to code. Lossless coding is cheap
/// where alpha is flat. Shadows and soft edges take as many bytes as colours do. A quantizer of 13
/// halves these bytes and costs less than 0.2 points of SSIMULACRA2 on white and on black.
///
/// Images are encoded at once. Their packets wait here for the colours, whose encoder looks ahead.
final class AlphaEncoder {
  private let encoder: Encoder
  private let pool: PicturePool
  private let packet: Packet
  private var waiting: [(bytes: [UInt8], isKey: Bool)] = []

  /// - Parameter statistics: from the first pass; nil with a single pass.
  init(_ encoding: VideoEncoding, statistics: String?) throws {
    let recipe = encoding.recipe
    encoder = try Encoder(
      recipe.alphaSettings(
        for: encoding, pass: statistics.map { .second(statistics: $0) } ?? .only))
    pool = PicturePool(alphaOf: encoding)
    packet = try Packet()
  }

  /// Encodes the alpha of the next frame.
  ///
  /// - Parameters:
  ///   - time: the time stamp for the encoder of the colours.
  ///   - isKey: whether it must be a key frame.
  func write(_ frame: CanvasFrame, time: Int64, isKey: Bool) throws {
    let picture = try pool.picture(of: frame.pixels, changed: frame.changed)
    picture.presentationTime = time
    if isKey { picture.requestKeyFrame() } else { picture.forbidKeyFrame(false) }
    try encoder.send(picture)
    guard try encoder.receive(into: packet) == .packet, packet.presentationTime == time else {
      throw WritingError.library(
        operation: "encode alpha", message: "no packet for the time \(time)", frame: nil)
    }
    waiting.append((packet.withBytes { Array($0) }, packet.isKey))
    packet.clear()
  }

  /// Attaches the alpha of the earliest waiting frame to its colours.
  ///
  /// - Throws: if the colours have a key frame but alpha does not, because after a seek they would
  ///   be shown with another frame's alpha.
  func attach(to color: borrowing Packet) throws {
    let alpha = waiting.removeFirst()
    guard alpha.isKey || !color.isKey else {
      throw WritingError.library(
        operation: "encode alpha", message: "a key frame of the colours has none of alpha",
        frame: nil)
    }
    try color.attach(alpha: alpha.bytes)
  }
}
