/// Draws the patches of an animation into full pictures, as GIF, APNG and WebP describe them.
///
/// A picture that nobody else holds is drawn on in place. Otherwise the next one goes into a buffer
/// of the pool, which still shows an older picture of the same animation: only what changed since
/// is copied, and nothing that the new patch hides. The canvas starts transparent.
///
/// Drawing is deterministic, so a buffer whose ``PixelBuffer/contents`` names a frame shows that
/// frame also after the source has been sought.
package struct Canvas {
  /// Width and height of every picture.
  let size: PixelSize
  private let pool: PixelBufferPool
  /// The picture of the last frame, before its disposal; nil when the canvas is blank.
  private var picture: PixelBuffer?
  /// The last frame's rectangle and what is to happen to it.
  private var disposed = PixelRect.empty
  private var disposal = Disposal.keep
  private var saved = SavedPixels()
  private var history = ChangeHistory()
  /// Whether no pixel is drawn, once the last frame's disposal is done.
  private var isBlank = true
  /// Whether the picture that was handed out last is the one before the next.
  private var isContinuous = false

  package init(size: PixelSize) {
    self.init(pool: PixelBufferPool(size: size))
  }

  /// A canvas whose pictures come from a pool that others use, too.
  package init(pool: PixelBufferPool) {
    size = pool.size
    self.pool = pool
  }

  /// The most pictures that were ever in use at once.
  package var peakLive: Int { pool.peakLive }

  /// Whether nothing is drawn in `rect` before the next patch.
  package func isBlank(_ rect: PixelRect) -> Bool {
    isBlank || (disposal == .clear && disposed.contains(rect))
  }

  /// Goes back to the blank canvas before the first frame.
  package mutating func reset() {
    picture = nil
    history = ChangeHistory()
    disposal = .keep
    disposed = .empty
    isBlank = true
    isContinuous = false
  }

  /// Makes the next frame's ``CanvasFrame/changed`` the whole canvas.
  package mutating func forgetShown() {
    isContinuous = false
  }

  /// Does the last frame's disposal, draws a patch, and hands out the picture.
  ///
  /// - Parameters:
  ///   - index: the frame, from 0.
  ///   - body: draws into the rectangle of the patch; gets the first pixel of the picture and the
  ///     number of pixels from row to row.
  /// - Complexity: besides `body`, copies at most the canvas once, and nothing when the picture
  ///   before is no longer used or is hidden by the patch.
  package mutating func draw(
    _ index: Int, _ patch: Patch,
    _ body: (_ picture: UnsafeMutablePointer<UInt32>, _ stride: Int) throws -> Void
  ) rethrows -> CanvasFrame {
    let whole = PixelRect(size)
    // What the disposal is to bring back may be blank: then clearing does the same.
    let restores = patch.disposal == .restorePrevious && !isBlank(patch.rect)
    let hidden = patch.writesEveryPixel && !restores ? patch.rect : .empty

    let drawn = prepare(hidden: hidden)
    drawn.contents = nil
    if restores { saved.save(patch.rect, of: drawn) }
    if patch.startsBlank, !patch.writesEveryPixel { drawn.clear(patch.rect) }
    do {
      let pixels = UnsafeMutableRawPointer(drawn.base).assumingMemoryBound(to: UInt32.self)
      if !patch.rect.isEmpty { try body(pixels, size.width) }
    } catch {
      reset()
      throw error
    }
    drawn.contents = index

    let changed = (disposal == .keep ? .empty : disposed).union(patch.rect)
    history.append(index, changed)
    switch patch.disposal {
    case .keep: isBlank = isBlank && patch.rect.isEmpty
    case .clear: isBlank = isBlank || patch.rect == whole
    case .restorePrevious: break
    }
    disposal = patch.disposal == .restorePrevious && !restores ? .clear : patch.disposal
    disposed = patch.rect
    picture = drawn
    defer { isContinuous = true }
    return CanvasFrame(index: index, pixels: drawn, changed: isContinuous ? changed : whole)
  }

  /// A picture that shows the canvas before the next patch, except for what `hidden` covers.
  private mutating func prepare(hidden: PixelRect) -> PixelBuffer {
    let whole = PixelRect(size)
    if picture == nil {
      let blank = pool.take()
      if !hidden.contains(whole) { blank.clear(whole) }
      return blank
    }
    let isUnused = isKnownUniquelyReferenced(&picture)
    guard let before = picture else { preconditionFailure("checked above") }
    let target = isUnused ? before : pool.take()
    if !isUnused {
      let stale = history.changes(since: target.contents) ?? whole
      let replaced = disposal == .keep ? .empty : disposed
      if !hidden.contains(stale), !replaced.contains(stale) { target.copy(stale, from: before) }
    }
    if !hidden.contains(disposed) { dispose(on: target) }
    return target
  }

  private func dispose(on target: PixelBuffer) {
    switch disposal {
    case .keep: break
    case .clear: target.clear(disposed)
    case .restorePrevious: saved.restore(to: target)
    }
  }
}

extension Canvas {
  /// Copies the canvas as it is before the next patch; false when it is blank and needs no copy.
  func copyBase(to copy: PixelBuffer) -> Bool {
    guard !isBlank, let picture else { return false }
    copy.copy(PixelRect(size), from: picture)
    dispose(on: copy)
    return true
  }

  /// Goes on from a canvas that ``copyBase(to:)`` kept.
  package mutating func resume(from copy: PixelBuffer) {
    reset()
    let restored = pool.take()
    restored.contents = nil
    restored.copy(PixelRect(size), from: copy)
    picture = restored
    isBlank = false
  }
}
