internal import Libav
package import Raster
internal import Stages

/// Passes every frame to an encoder before ``VideoSink`` writes the first, and also to the encoder
/// of alpha if alpha is encoded separately.
///
/// It only produces statistics, by which the second pass decides which images others are predicted
/// from. They save 2 to 50 % of VP9's bytes, most if images return. For lossless alpha, the effect
/// ranges from a third fewer bytes to slightly more: a fifth fewer for moving shapes, more for
/// noise.
package final class FirstPass {
  /// The statistics after the last frame.
  package struct Statistics: Sendable {
    let colors: String
    /// Nil unless alpha is encoded separately.
    let alpha: String?
  }

  private let colors: Watch
  private let alpha: Watch?
  private let bled: BledColors?
  private var framesIn = 0

  /// Opens the encoders.
  ///
  /// - Parameter encoding: must have two passes.
  package init(_ encoding: VideoEncoding) throws {
    precondition(encoding.passes == 2, "a first pass comes before a second")
    do {
      let recipe = encoding.recipe
      colors = Watch(
        try Encoder(recipe.settings(for: encoding, pass: .first)), PicturePool(encoding),
        encoding.encoder)
      alpha =
        encoding.codesAlphaApart
        ? Watch(
          try Encoder(recipe.alphaSettings(for: encoding, pass: .first)),
          PicturePool(alphaOf: encoding), encoding.encoder) : nil
    } catch {
      throw WritingError.telling(error, frame: nil)
    }
    bled = encoding.codesAlphaApart ? BledColors(.near(size: encoding.size)) : nil
  }

  /// Passes the next frame of the first play to the encoders, like ``VideoSink/write(_:)``.
  package func see(_ frame: CanvasFrame) throws {
    do {
      try colors.see(bled?.colors(of: frame) ?? frame, time: Int64(framesIn))
      try alpha?.see(frame, time: Int64(framesIn))
      framesIn += 1
    } catch {
      throw WritingError.telling(error, frame: framesIn)
    }
  }

  /// The statistics after the last frame.
  package func finish() throws -> Statistics {
    do {
      return Statistics(colors: try colors.finish(), alpha: try alpha?.finish())
    } catch {
      throw WritingError.telling(error, frame: nil)
    }
  }
}

extension FirstPass {
  /// One encoder that produces statistics.
  private final class Watch {
    private let encoder: Encoder
    private let pool: PicturePool
    private let name: String

    init(_ encoder: consuming Encoder, _ pool: PicturePool, _ name: String) {
      self.encoder = encoder
      self.pool = pool
      self.name = name
    }

    func see(_ frame: CanvasFrame, time: Int64) throws {
      let picture = try pool.picture(of: frame.pixels, changed: frame.changed)
      picture.presentationTime = time
      try encoder.send(picture)
      guard try encoder.receive(into: Packet()) == .needsInput else { throw failure }
    }

    func finish() throws -> String {
      try encoder.send(nil)
      guard try encoder.receive(into: Packet()) == .end, let statistics = encoder.statistics else {
        throw failure
      }
      return statistics
    }

    private var failure: WritingError {
      .library(
        operation: "encode with \(name)", message: "the first pass has packets or no statistics",
        frame: nil)
    }
  }
}
