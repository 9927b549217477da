internal import Raster
internal import Stages
internal import Threads

/// A caller's own source, with its errors separated from those of animconv: every frame is compared
/// with ``FrameSource/info``, and every error names the source.
final class CheckedSource: FrameSource, Stoppable {
  /// The state when the source was opened.
  let info: SourceInfo

  private let source: any FrameSource
  private let flag: CancellationFlag
  private var position = 0

  /// - Throws: ``CustomSourceError``.
  init(_ source: any FrameSource, limits: ReadingLimits, flag: CancellationFlag) throws {
    self.source = source
    self.flag = flag
    info = source.info
    if info.frames.isEmpty { throw ReadingError.noFrames }
    guard info.size.width > 0, info.size.height > 0 else {
      throw CustomSourceError.emptyCanvas(info.size)
    }
    try limits.check(.frames, info.frames.count, limits.maxFrames)
    try limits.check(canvas: info.size)
  }

  var warnings: [ReadingWarning] { source.warnings }

  func next() throws -> CanvasFrame? {
    let frame = try Self.telling(position) { try source.next() }
    let count = info.frames.count
    guard let frame else {
      if position < count { throw CustomSourceError.endsEarly(frame: position, of: count) }
      return nil
    }
    if position >= count { throw CustomSourceError.goesOn(after: count) }
    if frame.index != position {
      throw CustomSourceError.wrongIndex(frame: position, found: frame.index)
    }
    if frame.pixels.size != info.size {
      throw CustomSourceError.wrongSize(
        frame: position, expected: info.size, found: frame.pixels.size)
    }
    if !PixelRect(info.size).contains(frame.changed) {
      throw CustomSourceError.wrongChange(frame: position, canvas: info.size, found: frame.changed)
    }
    position += 1
    return frame
  }

  func seek(to index: Int) throws {
    try Self.telling(index < info.frames.count ? index : nil) { try source.seek(to: index) }
    position = index
  }

  func detectAlpha() throws -> Bool {
    defer { position = 0 }
    return try Self.telling(nil) { try source.detectAlpha() }
  }

  /// Limited to the range from the first to the requested frame, whatever the source returns.
  func restartPoint(for index: Int) -> Int {
    max(0, min(index, source.restartPoint(for: index)))
  }

  var decodingBytes: Int { max(0, source.decodingBytes) }

  func stop() { flag.set() }

  /// Errors of the source are wrapped in one that identifies it.
  static func telling<Value>(_ frame: Int?, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch {
      if error is any StageFailure || error is CancellationError { throw error }
      throw CustomSourceError.failed(frame: frame, error)
    }
  }
}

/// A source that any thread can stop.
package protocol Stoppable: FrameSource {
  func stop()
}
