import AnimTiming
import FrameTestSupport

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages

/// A source of small pictures drawn in code: frame `i` is filled with `i`, and each later frame
/// changes one pixel of the previous one, which is its changed rectangle.
final class SyntheticSource: FrameSource {
  let info: SourceInfo
  var warnings: [ReadingWarning] = []
  let pool: PixelBuffer.Pool
  private(set) var decodedFrames = 0
  private var position = 0
  private var isFirstAfterSeek = true
  private let delays: [Int64]

  init(
    size: PixelSize = PixelSize(width: 8, height: 6), centiseconds delays: [Int64],
    alpha: SourceInfo.AlphaPresence = .absent
  ) {
    self.delays = delays
    pool = PixelBuffer.Pool(size: size)
    info = SourceInfo(
      kind: .gif, size: size,
      frames: delays.map {
        SourceInfo.Frame(
          delay: .centiseconds($0), rect: PixelRect(size), disposal: .keep, blend: .source)
      },
      plays: .forever, declaresPlays: true, alpha: alpha, defaultPolicy: .browser)
  }

  /// The part of frame `index` that differs from the previous frame.
  static func patch(of index: Int, in size: PixelSize) -> PixelRect {
    PixelRect(x: index % size.width, y: (index / size.width) % size.height, width: 1, height: 1)
  }

  /// The expected pixels of frame `index`, as 32-bit words.
  static func pixels(of index: Int, in size: PixelSize) -> [UInt32] {
    var picture = [UInt32](repeating: 0xFF00_0000, count: size.area)
    for frame in 0...index {
      let patch = patch(of: frame, in: size)
      picture[patch.y * size.width + patch.x] = 0xFF00_0000 | UInt32(frame + 1)
    }
    return picture
  }

  func next() throws -> CanvasFrame? {
    guard position < delays.count else { return nil }
    defer {
      position += 1
      decodedFrames += 1
      isFirstAfterSeek = false
    }
    let buffer = pool.take()
    let picture = Self.pixels(of: position, in: info.size)
    picture.withUnsafeBytes { bytes in
      buffer.base.update(
        from: bytes.bindMemory(to: UInt8.self).baseAddress!, count: bytes.count)
    }
    return CanvasFrame(
      index: position, pixels: buffer,
      changed: isFirstAfterSeek
        ? PixelRect(info.size) : Self.patch(of: position, in: info.size))
  }

  func seek(to index: Int) throws {
    position = index
    isFirstAfterSeek = true
  }

  func detectAlpha() throws -> Bool { false }
}
