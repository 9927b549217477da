package import Raster
internal import Stages

/// Reads the frames of a source in any play order: forward, skipping, repeating or backward.
///
/// Each frame's ``CanvasFrame/changed`` is relative to the previously played frame. Playing
/// backward decodes a block of frames at a time. Memory therefore stays bounded for any length, at
/// the price of decoding from the source's restart points.
package struct SequencePlayer {
  /// The largest number of bytes of decoded frames in a block for playing backward: 64 MiB.
  package static let defaultBlockBytes = 64 << 20

  /// The number of frames that are decoded and dropped; seeking would be faster, but decoding keeps
  /// the changed rectangle exact.
  private static let longestSkip = 64

  private let source: any FrameSource
  private let sparse: (any SparseSource)?
  private let framesPerBlock: Int
  /// The index of the source's next frame; nil before the first one is read, because an earlier
  /// reader may have left the source at any frame.
  private var sourcePosition: Int?
  private var last: CanvasFrame?
  /// Consecutive frames that are kept for playing backward.
  private var block: [CanvasFrame] = []

  /// - Parameter source: positioned at any frame, before and after: the next reader must position
  ///   it, as this player does.
  package init(_ source: any FrameSource, blockBytes: Int = defaultBlockBytes) {
    self.source = source
    sparse = source as? any SparseSource
    framesPerBlock = max(1, blockBytes / max(1, source.info.size.area * 4))
  }

  /// Frame `index` of the source.
  ///
  /// - Parameter following: the frame that is read next, or the number of frames if there is none;
  ///   nil if it is not known. Frames are decoded ahead only if this frame needs them.
  /// - Throws: ``ReadingError``.
  /// - Complexity: decodes one frame if `index` follows the previous frame, none if it is the same,
  ///   the frames between if it skips, and the frames from a restart point, once per block, if it
  ///   goes back.
  package mutating func frame(at index: Int, before following: Int? = nil) throws -> CanvasFrame {
    let next: CanvasFrame
    if let last, last.index == index {
      next = CanvasFrame(index: index, pixels: last.pixels, changed: .empty)
    } else if let kept = keptFrame(at: index) {
      next = kept
    } else if index >= sourcePosition ?? 0 {
      block = []
      next = try forward(to: index, before: following)
    } else {
      next = try backward(to: index)
    }
    last = next
    return next
  }

  private mutating func forward(to index: Int, before following: Int?) throws -> CanvasFrame {
    var changed = PixelRect.empty
    if !readsOn(to: index) {
      if (sourcePosition ?? 0) != index || last != nil {
        changed = PixelRect(source.info.size)
      }
      if sourcePosition != index { try place(at: index) }
    }
    if sourcePosition == index { sparse?.following = following }
    while true {
      let frame = try pull()
      changed = changed.union(frame.changed)
      if frame.index == index {
        return CanvasFrame(index: index, pixels: frame.pixels, changed: changed)
      }
    }
  }

  /// A frame that draws the whole canvas replaces everything, so skipped frames before it do not need to be
  /// composed.
  private func readsOn(to index: Int) -> Bool {
    guard let next = sourcePosition, last?.index == next - 1, index - next < Self.longestSkip else {
      return false
    }
    return index == next || source.info.frames[index].rect != PixelRect(source.info.size)
  }

  private mutating func place(at index: Int) throws {
    try source.seek(to: index)
    sourcePosition = index
  }

  private mutating func backward(to index: Int) throws -> CanvasFrame {
    let start = max(0, index - framesPerBlock + 1)
    block = []
    try place(at: start)
    while let next = sourcePosition, next <= index { block.append(try pull()) }
    let frame = block[index - start]
    return CanvasFrame(index: index, pixels: frame.pixels, changed: PixelRect(source.info.size))
  }

  /// A frame of the block, with the changes since the previously played frame: the rectangles of
  /// all frames between the two, in either direction.
  private func keptFrame(at index: Int) -> CanvasFrame? {
    guard let first = block.first, let last, index >= first.index,
      index < first.index + block.count
    else { return nil }
    var changed = PixelRect(source.info.size)
    let lower = min(index, last.index)
    let upper = max(index, last.index)
    if lower >= first.index, upper < first.index + block.count {
      changed = block[(lower + 1 - first.index)...(upper - first.index)]
        .reduce(.empty) { $0.union($1.changed) }
    }
    return CanvasFrame(
      index: index, pixels: block[index - first.index].pixels, changed: changed)
  }

  private mutating func pull() throws -> CanvasFrame {
    guard let frame = try source.next() else {
      throw ReadingError.malformed(
        detail: "the frame that the survey found is missing", frame: sourcePosition,
        byteOffset: nil)
    }
    sourcePosition = frame.index + 1
    return frame
  }
}
