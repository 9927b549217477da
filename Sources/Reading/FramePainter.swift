internal import Raster
internal import Stages

/// Draws the frames of an animation that is made of patches on a canvas: what differs from format
/// to format below a ``ComposedSource``.
protocol FramePainter: AnyObject {
  var info: SourceInfo { get }

  /// How its pictures become upright; ``info`` tells of them as they are stored.
  var orientation: PictureOrientation { get }

  /// What was tolerated while frames were decoded.
  var warnings: [ReadingWarning] { get }

  /// Whether a frame and all after it can be shown without drawing any before it. Always so for
  /// frame 0.
  func startsDecoding(_ index: Int) -> Bool

  /// Whether transparent pixels can appear when a frame is drawn on an opaque canvas.
  func mayUncover(_ index: Int) -> Bool

  /// Decodes a frame and draws it on a canvas that is ready for it.
  ///
  /// - Throws: ``ReadingError``.
  func draw(_ index: Int, on canvas: inout Canvas) throws -> CanvasFrame

  /// Whether a still picture comes with all of its bits: ``PixelBuffer/wide``. False at first.
  var handsOnWide: Bool { get set }

  /// Whether the data of a frame that was drawn is so damaged that no pixel of it could be decoded.
  func isLost(_ index: Int) -> Bool

  /// The most bytes that decoding a frame takes besides the canvas and 1 MiB of tables.
  var decodingBytes: Int { get }
}

extension FramePainter {
  /// As they are stored.
  var orientation: PictureOrientation { .upright }

  /// No picture has more than 8 bits.
  var handsOnWide: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Nothing is lost.
  func isLost(_ index: Int) -> Bool { false }

  /// Nothing: rows are decoded as they are drawn.
  var decodingBytes: Int { 0 }

  /// Where the frame before is cleared, and where pixels are replaced by others with alpha.
  func mayUncover(_ index: Int) -> Bool {
    info.frames[index].blend == .source
      || (index > 0 && info.frames[index - 1].disposal == .clear)
  }
}
