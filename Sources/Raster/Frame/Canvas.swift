/// Draws the patches of an animation into full pictures, by the rules of GIF, APNG and WebP.
///
/// A picture that nothing else uses is modified in place. Otherwise the next picture uses a buffer
/// of the pool, which still shows an older picture of the same animation: only the later changes
/// are copied, without those that the new patch hides. The canvas starts transparent.
///
/// Drawing is deterministic, so a buffer whose ``PixelBuffer/contents`` names a frame shows that
/// frame even after seeking.
package struct Canvas {
  /// Width and height of every picture.
  let size: PixelSize
  private let pool: PixelBuffer.Pool
  /// The picture of the last frame, before its disposal; nil if the canvas is blank.
  private var picture: PixelBuffer?
  /// The last frame's rectangle and its disposal.
  private var disposed = PixelRect.empty
  private var disposal = CanvasFrame.Disposal.keep
  private var saved = SavedPixels()
  private var history = ChangeHistory()
  /// Whether the canvas is blank after the last frame's disposal.
  private var isBlank = true
  /// Whether the last returned picture directly precedes the next one.
  private var isContinuous = false

  package init(size: PixelSize) {
    self.init(pool: PixelBuffer.Pool(size: size))
  }

  /// A canvas whose pictures come from a shared pool.
  package init(pool: PixelBuffer.Pool) {
    size = pool.size
    self.pool = pool
  }

  /// The largest number of pictures in use at the same time so far.
  package var peakLive: Int { pool.peakLive }

  /// Whether `rect` is blank before the next patch.
  package func isBlank(_ rect: PixelRect) -> Bool {
    isBlank || (disposal == .clear && disposed.contains(rect))
  }

  /// Returns to the blank canvas before the first frame.
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

  /// Applies the last frame's disposal, draws a patch, and returns the picture.
  ///
  /// - Parameters:
  ///   - index: the frame's number, from 0.
  ///   - body: draws into the rectangle of the patch; receives the picture's first pixel and the
  ///     number of pixels from row to row.
  /// - Complexity: in addition to `body`, copies the canvas at most once, and nothing if the
  ///   previous picture is no longer used or the patch hides it.
  package mutating func draw(
    _ index: Int, _ patch: Patch,
    _ body: (_ picture: UnsafeMutablePointer<UInt32>, _ stride: Int) throws -> Void
  ) rethrows -> CanvasFrame {
    let whole = PixelRect(size)
    // If the disposal restores a blank area, clearing has the same effect.
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

  /// A picture of the canvas before the next patch, except for the area `hidden`.
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
  /// Copies the canvas as it is before the next patch; false if it is blank and needs no copy.
  func copyBase(to copy: PixelBuffer) -> Bool {
    guard !isBlank, let picture else { return false }
    copy.copy(PixelRect(size), from: picture)
    dispose(on: copy)
    return true
  }

  /// Continues from a canvas that ``copyBase(to:)`` has copied.
  package mutating func resume(from copy: PixelBuffer) {
    reset()
    let restored = pool.take()
    restored.contents = nil
    restored.copy(PixelRect(size), from: copy)
    picture = restored
    isBlank = false
  }
}
