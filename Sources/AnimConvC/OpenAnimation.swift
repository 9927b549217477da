internal import AnimConv
internal import AnimTiming
internal import Raster
internal import Reading
internal import Stages
internal import TextFormats
internal import Threads

/// An animation that a caller has opened: frames are decoded on the calling thread, by one call at
/// a time.
final class OpenAnimation: @unchecked Sendable {
  /// Bytes of stored canvases, which shorten the path to frames that are requested out of order.
  private static let canvasBytes = 10 << 20

  let info: SourceInfo
  let timeline: AnimationTimeline
  /// Its name in messages.
  let name: String

  /// Used inside ``lock`` only, like the following properties.
  private let source: any FrameSource
  /// The frame that comes next.
  private var position = 0
  /// Whether upcoming frames are decoded on other threads.
  private var isAhead = false
  /// The error after which the source is finished.
  private var failure: (any Error)?
  /// The text that the caller received.
  private var description: [CChar] = []
  private let lock = GuardedState(())

  init(_ input: AnimationInput, _ settings: ReadingSettings) throws {
    name = input.name
    source = try openSource(input, options: settings.options)
    info = source.info
    let policy = settings.delays ?? info.defaultPolicy
    timeline = try policy.resolve(info.frames.map(\.delay)).timeline
    (source as? any CanvasKeeping)?.keepCanvases(within: Self.canvasBytes)
  }

  var count: Int { timeline.count }

  /// Damage that was tolerated so far.
  var warnings: [ReadingWarning] { lock.withLock { _ in info.warnings + source.warnings } }

  /// Decodes a frame and passes it to `body` before another call can decode.
  func withFrame(_ index: Int, _ body: (PixelBuffer) throws -> Void) throws {
    guard (0..<count).contains(index) else {
      throw misuse(
        "there is no frame \(index): the animation has \(count)",
        remedy: "ask for a frame from 0 to \(count - 1)")
    }
    try lock.withLock { _ in try body(decode(index)) }
  }

  private func decode(_ index: Int) throws -> PixelBuffer {
    if let failure { throw failure }
    do {
      let isInOrder = position == index
      if !isInOrder { try source.seek(to: index) }
      // The first frame may be all that is needed.
      if index > 0, isInOrder != isAhead, let patches = source as? any PatchSource {
        patches.decodesPatchesAhead = isInOrder
        isAhead = isInOrder
      }
      guard let frame = try source.next(), frame.pixels.size == info.size else {
        throw ReadingError.malformed(
          detail: "the frame that the survey found is missing", frame: index, byteOffset: nil)
      }
      position = index + 1
      return frame.pixels
    } catch {
      failure = error
      throw error
    }
  }

  /// The frame that is shown at a time after the start, counting all plays.
  func frameIndex(at time: RationalTime) -> Int {
    var cursor = PlaybackCursor(timeline: timeline, plays: info.plays)
    return cursor.advance(to: time).frame
  }

  /// The facts that are texts. The pointer stays valid until the next call.
  func describe() -> UnsafePointer<CChar> {
    let warnings = warnings.map { JSONOutput.text($0.description) }
    let notes = info.notes.map { JSONOutput.text($0.text(.names)) }
    let json = JSONOutput.object([
      ("kind", .text(info.kind.name)), ("warnings", .list(warnings)), ("notes", .list(notes)),
    ])
    return lock.withLock { _ in
      description = Array(json.line.utf8CString)
      return description.withUnsafeBufferPointer { $0.baseAddress! }
    }
  }
}
