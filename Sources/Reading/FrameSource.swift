package import Libav
public import Raster
public import Stages
internal import Threads

/// What yields the frames of one input: surveyed when it is opened, then pulled.
///
/// A source is used by one thread at a time. Memory does not depend on the number of frames. Make
/// your own and give it to ``AnimationInput/custom(_:)``: only ``info``, ``next()`` and ``seek(to:)`` have to
/// be written.
public protocol FrameSource: AnyObject {
  /// What the survey found; does not change.
  var info: SourceInfo { get }

  /// What was tolerated while frames were decoded, beyond the warnings of the survey. Each is
  /// reported once even when a frame is decoded several times.
  var warnings: [ReadingWarning] { get }

  /// The next frame, or nil after the last.
  ///
  /// - Throws: a ``StageFailure`` of the stage `reading`; after an error the source is finished.
  func next() throws -> CanvasFrame?

  /// Makes `index` the frame that ``next()`` hands out next, with the whole canvas as its
  /// ``CanvasFrame/changed``.
  ///
  /// - Parameter index: from 0 up to and including the number of frames.
  /// - Complexity: decodes from the nearest earlier point from which decoding can start.
  func seek(to index: Int) throws

  /// Whether any pixel of any frame has an alpha below 255. Decodes no more than is needed to know
  /// and leaves the source at frame 0.
  func detectAlpha() throws -> Bool

  /// The latest frame from which decoding can begin so as to show frame `index`: at most `index`.
  ///
  /// What going back costs at most: decoding the frames from there up to `index`.
  func restartPoint(for index: Int) -> Int

  /// The most bytes that reading takes besides the pictures that it has handed out: pictures of its
  /// own, tables, and what is known of every frame. An upper bound; most inputs take less.
  var decodingBytes: Int { get }
}

/// What a source need not say: nothing was tolerated, every frame may be transparent, and decoding
/// begins with frame 0.
extension FrameSource {
  /// None.
  public var warnings: [ReadingWarning] { [] }

  /// Decodes until a pixel is not opaque.
  public func detectAlpha() throws -> Bool {
    var found = info.alpha == .present
    if info.alpha == .possible {
      try seek(to: 0)
      while !found, let frame = try next() {
        try CancellationFlag.betweenFrames?.check()
        found = !frame.changed.isEmpty && !frame.pixels.isOpaque(in: frame.changed)
      }
    }
    try seek(to: 0)
    return found
  }

  /// The first frame.
  public func restartPoint(for index: Int) -> Int { 0 }

  /// Four pictures and 1 MiB, and 256 bytes a frame.
  public var decodingBytes: Int { info.decodingBytes(pictures: 4) }
}

extension SourceInfo {
  /// So many pictures of the canvas, what is known of every frame, and 1 MiB of tables and buffers.
  func decodingBytes(pictures: Int) -> Int {
    pictures * PixelBufferPool.byteCount(size) + frames.count * 256 + 1 << 20
  }
}

/// A source that can decode what comes next on threads of its own.
package protocol DecodingAhead: FrameSource {
  /// Whether it does; false at first.
  var decodesAhead: Bool { get set }
}

/// A source that can hand on samples as they are stored instead of pixels.
package protocol SampleSource: FrameSource {
  /// What the samples say of colours; nil where they cannot be handed on.
  ///
  /// Decodes the first frame and leaves the source at frame 0.
  func samplesColor() throws -> StoredColor?

  /// Whether pictures with such samples come with them, and without pixels: ``PixelBuffer/plain``. False
  /// at first.
  var handsOnSamples: Bool { get set }
}

/// A source that can hand on pictures of 16 bits a sample.
package protocol WideSource: FrameSource {
  /// Whether pictures with more than 8 bits come with all of them: ``PixelBuffer/wide``. False at first.
  var handsOnWide: Bool { get set }
}

/// A source that shortens the way back with canvases that it keeps.
package protocol CanvasKeeping: FrameSource {
  /// Bytes of all canvases that are kept now.
  var keptCanvasBytes: Int { get }

  /// How many canvases shorten any way: one for each frame with which decoding cannot start.
  ///
  /// - Complexity: O(frames).
  var canvasesWorthKeeping: Int { get }

  /// Keeps no more than this; lets go at once of what is more.
  func keepCanvases(within bytes: Int)
}
