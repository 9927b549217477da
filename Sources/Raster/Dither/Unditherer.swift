/// Removes dither from frames, and draws only changed parts.
///
/// Memory comes from a separate pool. Each buffer records which picture it shows, and only the
/// union of the later changes is drawn again. The bytes are the same as if everything were drawn.
/// For one thread at a time.
package final class Unditherer {
  /// Its memory, in addition to one picture of its own and the pictures that it has returned.
  package static let mostBytes = WorkArea.mostBytes

  private let filter: DitherFilter
  private let canvas: PixelRect
  private let pool: PixelBuffer.Pool
  private var history = ChangeHistory()
  /// Counts the pictures that differ from the previous one; -1 before the first.
  private var picture = -1
  /// The newest picture, as long as it is in use: returned again if nothing has changed.
  private weak var newest: PixelBuffer?

  /// - Parameter size: the size of all frames.
  package init(_ dither: Dither, size: PixelSize) {
    filter = DitherFilter(dither, canvas: size)
    canvas = PixelRect(size)
    pool = PixelBuffer.Pool(size: size)
  }

  /// The next frame without its dither.
  ///
  /// - Parameter frame: its ``CanvasFrame/changed`` is relative to the previously drawn frame;
  ///   ignored for the first frame.
  /// - Complexity: as ``DitherFilter/draw(_:from:to:)`` for the changed area and its surroundings.
  package func draw(_ frame: CanvasFrame) -> CanvasFrame {
    let isFirst = picture < 0
    let changed = isFirst ? canvas : reach(of: frame.changed)
    if changed.isEmpty, let newest {
      return CanvasFrame(index: frame.index, pixels: newest, changed: changed)
    }
    if !changed.isEmpty {
      picture += 1
      history.append(picture, changed)
    }
    let pixels = pool.take()
    let stale = history.changes(since: pixels.contents) ?? canvas
    if !stale.isEmpty {
      filter.draw(stale, from: frame.pixels, to: pixels)
    }
    pixels.contents = picture
    newest = pixels
    return CanvasFrame(index: frame.index, pixels: pixels, changed: changed)
  }

  /// The area that can look different when a part of a frame changes.
  private func reach(of rect: PixelRect) -> PixelRect {
    if rect.isEmpty { return .empty }
    let reach = filter.reach
    return PixelRect(
      x: rect.x - reach, y: rect.y - reach, width: rect.width + 2 * reach,
      height: rect.height + 2 * reach
    ).intersection(canvas)
  }
}
