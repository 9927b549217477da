package import AnimTiming
internal import CLibrary
package import Raster
package import Reading
internal import Stages
internal import Synchronization

/// A possibly slow source whose frame `i` is filled with `i`, like the source of a library user.
package final class NumberedSource: FrameSource {
  package let info: SourceInfo
  private let pool: PixelBuffer.Pool
  private let work: @Sendable (Int) throws -> Void
  private let sought: @Sendable (Int) -> Void
  private var position = 0

  /// - Parameters:
  ///   - sought: called when a frame is sought.
  ///   - work: called before each frame is returned.
  package init(
    _ count: Int, size: PixelSize, plays: LoopCount, sought: @escaping @Sendable (Int) -> Void,
    work: @escaping @Sendable (Int) throws -> Void
  ) {
    let frame = SourceInfo.Frame(
      delay: .centiseconds(5), rect: PixelRect(size), disposal: .keep, blend: .source)
    info = SourceInfo(
      kind: .custom, size: size, frames: Array(repeating: frame, count: count), plays: plays,
      declaresPlays: true, alpha: .possible, defaultPolicy: .browser)
    pool = PixelBuffer.Pool(size: size)
    self.work = work
    self.sought = sought
  }

  package func next() throws -> CanvasFrame? {
    guard position < info.frames.count else { return nil }
    try work(position)
    defer { position += 1 }
    let pixels = pool.buffer { bytes in
      for offset in stride(from: 0, to: bytes.count, by: 4) {
        bytes.storeBytes(of: Self.word(position), toByteOffset: offset, as: UInt32.self)
      }
    }
    return CanvasFrame(index: position, pixels: pixels, changed: PixelRect(info.size))
  }

  package func seek(to index: Int) {
    sought(index)
    position = index
  }

  /// Every pixel of a frame.
  package static func word(_ index: Int) -> UInt32 { 0xff00_0000 | UInt32(index) }
}

extension AnimationInput {
  /// An input of numbered frames.
  package static func numbered(
    _ count: Int, size: PixelSize = PixelSize(width: 4, height: 4), plays: LoopCount = .forever,
    work: @escaping @Sendable (Int) throws -> Void = { _ in },
    sought: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> AnimationInput {
    .custom(
      CustomInput(name: "numbers") { _ in
        NumberedSource(count, size: size, plays: plays, sought: sought, work: work)
      })
  }
}

extension PixelBuffer {
  /// The number of a frame from ``NumberedSource``; nil if its pixels differ.
  package var number: Int? {
    withBytes { bytes in
      let words = bytes.bindMemory(to: UInt32.self)
      return words.allSatisfy { $0 == words[0] } ? Int(words[0] & 0xff_ffff) : nil
    }
  }
}

/// Blocks a source until a test lets it continue.
package final class Gate: Sendable {
  private let isOpen = Mutex(false)

  package init() {}

  package func open() { isOpen.withLock { $0 = true } }

  package func wait() {
    while !isOpen.withLock({ $0 }) { usleep(500) }
  }
}

/// Stops a thread for a while.
package func pause(microseconds: UInt32) { usleep(microseconds) }
