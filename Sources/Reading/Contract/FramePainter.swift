internal import Raster
internal import Stages

/// Draws the frames of an animation that consists of patches: the format-specific part below a
/// ``ComposedSource``.
protocol FramePainter: AnyObject {
  var info: SourceInfo { get }

  /// The rotation that makes its images upright; ``info`` has their stored size.
  var orientation: PictureOrientation { get }

  /// Damage that was tolerated while frames were decoded.
  var warnings: [ReadingWarning] { get }

  /// Whether a frame and all later ones can be drawn without earlier ones. Always true for frame 0.
  func startsDecoding(_ index: Int) -> Bool

  /// Whether transparent pixels can appear when a frame is drawn on an opaque canvas.
  func mayUncover(_ index: Int) -> Bool

  /// Decodes a frame and draws it on a prepared canvas.
  ///
  /// - Throws: ``ReadingError``.
  func draw(_ index: Int, on canvas: inout Canvas) throws -> CanvasFrame

  /// Whether a still picture is drawn with all of its bits: ``PixelBuffer/wide``. False at first.
  var handsOnWide: Bool { get set }

  /// Whether patches of upcoming frames are decoded on other threads, if the painter can do that. False
  /// at first.
  var decodesAhead: Bool { get set }

  /// Whether a drawn frame is so damaged that none of its pixels could be decoded.
  func isLost(_ index: Int) -> Bool

  /// The largest number of bytes for decoding a frame, in addition to the canvas and 1 MiB of
  /// tables.
  var decodingBytes: Int { get }
}

extension FramePainter {
  /// Pictures keep their stored orientation.
  var orientation: PictureOrientation { .upright }

  /// No picture has more than 8 bits.
  var handsOnWide: Bool {
    get { false }
    set { _ = newValue }
  }

  /// It cannot.
  var decodesAhead: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Nothing is lost.
  func isLost(_ index: Int) -> Bool { false }

  /// None: rows are decoded while they are drawn.
  var decodingBytes: Int { 0 }

  /// If the previous frame is cleared, or if pixels are replaced by others with alpha.
  func mayUncover(_ index: Int) -> Bool {
    info.frames[index].blend == .source
      || (index > 0 && info.frames[index - 1].disposal == .clear)
  }
}
