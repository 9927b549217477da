internal import AnimPlay
internal import AnimTiming
internal import Raster
package import Reading
internal import Threads

/// Every frame of an input in memory, decoded once for many conversions and comparisons.
///
/// Its images count towards the memory of ``ConversionLimits/shared`` while they are in use.
package final class HeldFrames: @unchecked Sendable {
  /// The source of the frames, for any number of readers at the same time.
  package var input: AnimationInput {
    .custom(CustomInput(trusted: name) { [self] _ in HeldSource(self) })
  }

  fileprivate let info: SourceInfo
  /// Images that no longer change.
  fileprivate let frames: [CanvasFrame]
  fileprivate let warnings: [ReadingWarning]
  fileprivate let hasAlpha: Bool
  private let name: String
  private let byteCount: Int

  private init(
    _ name: String, _ info: SourceInfo, _ frames: [CanvasFrame], _ warnings: [ReadingWarning],
    hasAlpha: Bool
  ) {
    self.name = name
    self.info = info
    self.frames = frames
    self.warnings = warnings
    self.hasAlpha = hasAlpha
    byteCount = Self.bytes(of: info)
    ConversionLimits.shared.gate.setApart(bytes: byteCount)
  }

  deinit { ConversionLimits.shared.gate.setApart(bytes: -byteCount) }

  /// Decodes an input.
  ///
  /// - Returns: nil if the images would take more than a quarter of the conversions' memory, if the
  ///   source is the caller's own, or if the input cannot be read to its end; a later reader then
  ///   reports the reason.
  /// - Throws: `CancellationError`.
  /// - Complexity: decodes every frame once.
  package static func of(
    _ input: AnimationInput, reading: ReadingOptions
  ) async throws -> HeldFrames? {
    if input.isCustom { return nil }
    let limits = ConversionLimits.shared
    do {
      let source = HandedOver(source: try await input.open(options: reading))
      let info = source.source.info
      let bytes = bytes(of: info)
      guard bytes <= limits.memory / 4 else { return nil }
      let need = WorkNeed(slots: 1, bytes: bytes + source.source.decodingBytes)
      return try await AdmittedWork.run("decoding", in: limits.gate) { work in
        try work.permit.goOn(needing: need, cancellation: work.cancellation)
        return try of(source.source, name: input.name, work.cancellation)
      }
    } catch {
      try Task.checkCancellation()
      return nil
    }
  }

  /// Decodes a source that is already open, on this thread.
  ///
  /// - Parameter source: at any frame.
  /// - Returns: nil if the images would take more than a quarter of the conversions' memory, or if
  ///   frames are missing.
  static func of(
    _ source: any FrameSource, name: String, _ cancellation: CancellationFlag
  ) throws -> HeldFrames? {
    let info = source.info
    guard bytes(of: info) <= ConversionLimits.shared.memory / 4 else { return nil }
    try source.seek(to: 0)
    var frames: [CanvasFrame] = []
    var hasAlpha = info.alpha == .present
    while let frame = try source.next() {
      try cancellation.check()
      if info.alpha == .possible, !hasAlpha, !frame.changed.isEmpty {
        hasAlpha = !frame.pixels.isOpaque(in: frame.changed)
      }
      frames.append(frame)
    }
    guard frames.count == info.frames.count else { return nil }
    return HeldFrames(name, info, frames, source.warnings, hasAlpha: hasAlpha)
  }

  /// A reader of the frames.
  func makeSource() -> any FrameSource { HeldSource(self) }

  /// Bytes of all images; `Int.max` on overflow.
  private static func bytes(of info: SourceInfo) -> Int {
    let (bytes, overflows) = PixelBuffer.Pool.byteCount(info.size)
      .multipliedReportingOverflow(by: info.frames.count)
    return overflows ? .max : bytes
  }
}

/// Yields the stored frames.
private final class HeldSource: FrameSource {
  private let held: HeldFrames
  private var position = 0
  private var hasSought = false

  init(_ held: HeldFrames) { self.held = held }

  var info: SourceInfo { held.info }
  var warnings: [ReadingWarning] { held.warnings }

  func next() throws -> CanvasFrame? {
    guard position < held.frames.count else { return nil }
    let frame = held.frames[position]
    position += 1
    if !hasSought { return frame }
    hasSought = false
    return CanvasFrame(
      index: frame.index, pixels: frame.pixels, changed: PixelRect(frame.pixels.size))
  }

  func seek(to index: Int) throws {
    precondition((0...held.frames.count).contains(index), "no frame \(index)")
    position = index
    hasSought = true
  }

  func detectAlpha() throws -> Bool {
    try seek(to: 0)
    return held.hasAlpha
  }

  func restartPoint(for index: Int) -> Int { index }

  /// The images are counted once for all readers.
  var decodingBytes: Int { info.frames.count * 64 }
}
