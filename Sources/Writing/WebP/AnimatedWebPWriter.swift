package import Raster

/// Writes a WebP frame by frame.
///
/// A frame is stored as the rectangle that differs from the previous canvas, or as only the changed
/// parts of it. Memory holds a few images, whatever the number of frames.
package final class AnimatedWebPWriter {
  /// The frame as players show it.
  package struct ShownFrame {
    package let digest: FrameDigest
    /// Its distance from the wanted frame: the mean, over blocks of 8 by 8 pixels, of the squared
    /// error of the mean colour. No quality comes near 5,000, not even if half-transparent colours
    /// alternate with others and share their chroma.
    package let meanSquaredBias: Double
  }

  private let settings: WebPSettings
  private let isStill: Bool
  private let screen: WebPScreen
  private let coder: WebPFrameCoder
  private let write: ([UInt8]) throws -> Void
  /// Nil for a still.
  private var file: WebPFileWriter?
  /// The last frame, until the next one decides whether it is cleared.
  private var pending: WebPFileWriter.Frame?

  /// - Parameters:
  ///   - frameCount: the number of stored frames, at least one; a single one is a still image.
  ///   - plays: loop count, from 0 (forever) to 65,535.
  ///   - write: takes the next bytes of the file.
  ///   - overwrite: replaces bytes that were written earlier.
  /// - Throws: ``WritingError`` or errors of `write`, as in every call.
  package init(
    _ size: PixelSize, _ settings: WebPSettings, frameCount: Int, plays: Int,
    write: @escaping ([UInt8]) throws -> Void,
    overwrite: @escaping ([UInt8], _ offset: Int64) throws -> Void
  ) throws {
    self.settings = settings
    self.write = write
    isStill = frameCount == 1
    screen = WebPScreen(size)
    coder = WebPFrameCoder(settings, screen)
    file =
      isStill ? nil : try WebPFileWriter(size, plays: plays, write: write, overwrite: overwrite)
  }

  /// The longest duration of one stored frame, in milliseconds.
  package static let maxDuration = WebPFileWriter.maxDuration

  /// Writes the next frame.
  ///
  /// - Parameter durations: milliseconds, each at most ``maxDuration``; several for a longer frame.
  package func append(_ frame: CanvasFrame, durations: [Int]) throws -> ShownFrame {
    let choice =
      try isStill ? coder.still(frame) : coder.choose(frame, previous: pending?.rect)
    screen.show(frame, choice.patch, choice.changes, clearing: choice.clearing)
    if isStill {
      try write(choice.picture!.file)
    } else {
      pending?.clears = !choice.clearing.isEmpty
      let picture = choice.picture ?? .nothing
      try put(picture, choice.patch, durations[0])
      for duration in durations.dropFirst() { try put(.nothing, nil, duration) }
    }
    return ShownFrame(digest: screen.digest, meanSquaredBias: screen.meanSquaredBias)
  }

  /// Writes the end of the file.
  package func finish() throws {
    if let pending { try file?.append(pending) }
    try file?.finish()
  }

  private func put(_ picture: CodedWebP, _ patch: WebPPatch?, _ duration: Int) throws {
    if let pending { try file?.append(pending) }
    pending = WebPFileWriter.Frame(
      picture: picture, rect: patch?.rect ?? PixelRect(x: 0, y: 0, width: 1, height: 1),
      duration: duration, blendsOver: patch?.blendsOver ?? true)
  }
}
