internal import Libav
internal import Raster
internal import Stages

/// Codes the alpha of a VP9 video without loss, as a stream beside that of the colours.
///
/// FFmpeg's wrapper of libvpx codes alpha with the colours' settings, which smears rims (28 of 255 at
/// the default), because edges of alpha are the hardest that a codec meets. Without loss they are
/// cheap: alpha is mostly flat.
///
/// Pictures are coded at once. Their packets wait here until the colours, whose encoder looks
/// ahead, come out, too.
final class AlphaEncoder {
  private let encoder: Encoder
  private let pool: PicturePool
  private let packet: Packet
  private var waiting: [(bytes: [UInt8], isKey: Bool)] = []

  /// - Parameter statistics: of the first pass; nil where there is one pass.
  init(_ encoding: VideoEncoding, statistics: String?) throws {
    let recipe = EncoderRecipe.named(encoding.encoder)
    encoder = try Encoder(
      recipe.alphaSettings(
        for: encoding, pass: statistics.map { .second(statistics: $0) } ?? .only))
    pool = PicturePool(alphaOf: encoding)
    packet = try Packet()
  }

  /// Codes the alpha of the next frame.
  ///
  /// - Parameters:
  ///   - time: what the encoder of the colours is told.
  ///   - isKey: whether it has to be a key frame.
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

  /// Puts the alpha of the earliest frame that waits beside its colours.
  ///
  /// - Throws: when the colours have a key frame and alpha has none: after a seek they would show
  ///   with the alpha of another frame.
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
