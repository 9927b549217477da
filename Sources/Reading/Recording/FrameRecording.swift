public import AnimTiming
internal import CLibrary
public import Raster
public import SystemPackage
internal import Threads

/// Records frames that a program makes, such as a game's screen, and provides them as an
/// ``AnimationInput`` for any output.
///
/// ```swift
/// let recording = try FrameRecording(size: PixelSize(width: 320, height: 200))
/// try recording.append(screen, duration: .milliseconds(20))
/// try await Converter(Conversion(input: recording.input, output: "game.mp4")).run()
/// ```
///
/// A plan needs every duration before the first frame is encoded, so the changes between frames are
/// spooled losslessly to an unnamed temporary file in `TMPDIR`, which vanishes with the last object
/// that uses it. Two images are in memory, whatever the length.
///
/// Any thread may append; frames are in the order of the calls.
public final class FrameRecording: Sendable {
  private struct State: Sendable {
    var frames: [RecordedFrame] = []
    var byteCount: Int64 = 0
    /// The last appended image.
    var previous: PixelBuffer?
  }

  /// Width and height of every frame, in pixels.
  public let size: PixelSize
  /// The loop count of the recording.
  public let plays: LoopCount

  private let pool: PixelBuffer.Pool
  private let spool: RecordingSpool
  private let maxBytes: Int
  private let state = GuardedState(State())

  /// Creates the temporary file.
  ///
  /// - Parameters:
  ///   - size: of every frame, in pixels; both sides at least 1.
  ///   - plays: the loop count.
  ///   - folder: the folder of the temporary file; nil for `TMPDIR`, or `/tmp`.
  ///   - maxBytes: the largest size of that file; 16 GiB by default.
  /// - Throws: system errors (``StageFailure``).
  public init(
    size: PixelSize, plays: LoopCount = .plays(1), folder: FilePath? = nil,
    maxBytes: Int = 16 << 30
  ) throws {
    precondition(size.width > 0 && size.height > 0, "a picture has an area")
    self.size = size
    self.plays = plays
    pool = PixelBuffer.Pool(size: size, maxSpare: 1)
    spool = try RecordingSpool(in: folder)
    self.maxBytes = maxBytes
  }

  /// The number of appended frames.
  public var count: Int { state.withLock { $0.frames.count } }

  /// Appends a frame.
  ///
  /// - Parameters:
  ///   - rgba: 8-bit red, green, blue and straight alpha, sRGB, rows from the top without padding:
  ///     four times width times height bytes.
  ///   - duration: its duration; above zero. Whole milliseconds suit every output; the output must
  ///     be able to store a finer unit.
  /// - Throws: `TimingError.nonPositiveDuration` or, if the temporary file cannot be written, a
  ///   system error; the frame is then not recorded.
  /// - Complexity: compares all pixels with the previous frame and compresses the changes.
  public func append(_ rgba: UnsafeRawBufferPointer, duration: RationalTime) throws {
    precondition(rgba.count == size.area * 4, "four bytes for each of \(size) pixels")
    try append(pool.buffer { $0.copyMemory(from: rgba) }, duration: duration)
  }

  /// Appends a frame from an array; see the method with a pointer.
  public func append(_ rgba: [UInt8], duration: RationalTime) throws {
    try rgba.withUnsafeBytes { try append($0, duration: duration) }
  }

  /// Appends a frame of this size.
  public func append(_ pixels: PixelBuffer, duration: RationalTime) throws {
    precondition(pixels.size == size, "a picture of \(size), but got \(pixels.size)")
    try state.withLock { state in
      guard duration > .zero else {
        throw TimingError.nonPositiveDuration(frame: state.frames.count)
      }
      let rect = state.previous.map { pixels.difference(from: $0) } ?? PixelRect(size)
      let frame = RecordedFrame(
        duration: duration, rect: rect, offset: state.byteCount, byteCount: 0,
        isCompressed: false, isOpaque: pixels.isOpaque(in: PixelRect(size)))
      let written = try spool.write(pixels, frame)
      state.byteCount += Int64(written.byteCount)
      guard state.byteCount <= maxBytes else {
        throw RecordingError.tooManyBytes(
          frame: state.frames.count, bytes: Int(state.byteCount), limit: maxBytes)
      }
      state.frames.append(written)
      state.previous = pixels
    }
  }

  /// The frames recorded so far when it is opened, as an input like any other. It can be opened
  /// several times.
  public var input: AnimationInput {
    .custom(
      CustomInput(trusted: "the recording") { _ in
        let (frames, byteCount) = self.state.withLock { ($0.frames, $0.byteCount) }
        return ComposedSource(
          try RecordingPainter(
            frames, size: self.size, plays: self.plays, byteCount: byteCount, spool: self.spool))
      })
  }
}

extension PixelBuffer {
  /// The smallest rectangle that contains all differences from another image of the same size.
  fileprivate func difference(from other: PixelBuffer) -> PixelRect {
    let words = { (buffer: PixelBuffer) in
      UnsafeMutableRawPointer(buffer.base).assumingMemoryBound(to: UInt32.self)
    }
    let (new, old) = (words(self), words(other))
    func differs(_ x: Int, _ y: Int) -> Bool {
      new[y &* size.width &+ x] != old[y &* size.width &+ x]
    }
    func rowDiffers(_ y: Int) -> Bool {
      let start = y &* stride
      return memcmp(base + start, other.base + start, stride) != 0
    }
    guard let top = (0..<size.height).first(where: rowDiffers),
      let bottom = (0..<size.height).last(where: rowDiffers)
    else { return .empty }
    var (left, right) = (size.width, -1)
    for y in top...bottom {
      left = (0..<left).first { differs($0, y) } ?? left
      right = (right + 1..<size.width).last { differs($0, y) } ?? right
    }
    return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}
