package import Libav
public import Raster
public import Stages
internal import Threads

/// The frames of one input: surveyed when it is opened, then read one after another.
///
/// A source is used by one thread at a time. Memory does not depend on the number of frames. To
/// provide your own, pass it to ``AnimationInput/custom(_:)`` and implement ``info``, ``next()``
/// and ``seek(to:)``.
public protocol FrameSource: AnyObject {
  /// The result of the survey; constant.
  var info: SourceInfo { get }

  /// Damage that was tolerated while frames were decoded, in addition to the warnings of the
  /// survey. Each is reported once, even if a frame is decoded several times.
  var warnings: [ReadingWarning] { get }

  /// The next frame, or nil after the last.
  ///
  /// - Throws: a ``StageFailure`` of the stage `reading`; after an error the source is finished.
  func next() throws -> CanvasFrame?

  /// Makes ``next()`` return frame `index` next, with the whole canvas as its
  /// ``CanvasFrame/changed``.
  ///
  /// - Parameter index: from 0 to the number of frames.
  /// - Complexity: decodes from the nearest earlier restart point.
  func seek(to index: Int) throws

  /// Whether any pixel of any frame has an alpha below 255. Decodes only as much as necessary and
  /// leaves the source at frame 0.
  func detectAlpha() throws -> Bool

  /// The latest frame from which decoding can start to show frame `index`; at most `index`.
  ///
  /// This limits the cost of going back: the frames from there to `index` are decoded.
  func restartPoint(for index: Int) -> Int

  /// An upper bound of the bytes for reading, in addition to the returned images: internal images,
  /// tables, and facts about every frame. Most inputs need less.
  var decodingBytes: Int { get }
}

/// Defaults for a source: nothing was tolerated, every frame may be transparent, and decoding
/// starts with frame 0.
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

  /// Four images and 1 MiB, and 256 bytes per frame.
  public var decodingBytes: Int { info.decodingBytes(pictures: 4) }
}

extension SourceInfo {
  /// This many images of the canvas, facts about every frame, and 1 MiB of tables and buffers.
  func decodingBytes(pictures: Int) -> Int {
    pictures * PixelBuffer.Pool.byteCount(size) + frames.count * 256 + 1 << 20
  }
}

/// A source that can decode ahead on its own threads.
package protocol DecodingAhead: FrameSource {
  /// Whether frames are decoded ahead; false at first.
  var decodesAhead: Bool { get set }
}

/// A source that decodes less if it knows which frame is read after the next one.
package protocol SparseSource: FrameSource {
  /// That frame, or the number of frames if there is none; nil if it is not known. It is reset when
  /// the next frame has been read. It does not change any frame.
  var following: Int? { get set }
}

/// A source whose frames are patches that can be decoded ahead on other threads.
package protocol PatchSource: FrameSource {
  /// Whether patches are decoded ahead, for frames that are requested in order; false at first.
  var decodesPatchesAhead: Bool { get set }
}

/// A source that can pass on stored samples instead of pixels.
package protocol SampleSource: FrameSource {
  /// The colours of the samples; nil if they cannot be passed on.
  ///
  /// Decodes the first frame and leaves the source at frame 0.
  func samplesColor() throws -> StoredColor?

  /// Whether images carry such samples instead of pixels: ``PixelBuffer/plain``. False at first.
  var handsOnSamples: Bool { get set }
}

/// A source that can pass on pictures of 16 bits a sample.
package protocol WideSource: FrameSource {
  /// Whether pictures with more than 8 bits keep all of them: ``PixelBuffer/wide``. False at first.
  var handsOnWide: Bool { get set }
}

/// A source that shortens the path back with stored canvases.
package protocol CanvasKeeping: FrameSource {
  /// Bytes of all stored canvases.
  var keptCanvasBytes: Int { get }

  /// The number of canvases that would shorten every path: one for each frame that is not a restart
  /// point.
  ///
  /// - Complexity: O(frames).
  var canvasesWorthKeeping: Int { get }

  /// Limits the stored canvases; the excess is freed at once.
  func keepCanvases(within bytes: Int)
}
