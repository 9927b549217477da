package import AnimTiming
package import Raster
package import Reading
package import Stages

/// A source of given pictures, straight RGBA with red in the lowest byte.
package final class ArraySource: FrameSource {
  package let info: SourceInfo
  package var warnings: [ReadingWarning] = []
  package let pool: PixelBuffer.Pool
  private let pictures: [[UInt32]]
  private var position = 0

  package init(
    _ pictures: [[UInt32]], size: PixelSize, delays: [Delay]? = nil,
    plays: LoopCount = .forever, kind: InputKind = .gif
  ) {
    self.pictures = pictures
    pool = PixelBuffer.Pool(size: size)
    info = SourceInfo(
      kind: kind, size: size,
      frames: (delays ?? pictures.indices.map { .milliseconds(40 + 10 * Int64($0)) }).map {
        SourceInfo.Frame(delay: $0, rect: PixelRect(size), disposal: .keep, blend: .source)
      },
      plays: plays, declaresPlays: true, alpha: .possible, defaultPolicy: .browser)
  }

  package func next() throws -> CanvasFrame? {
    guard position < pictures.count else { return nil }
    defer { position += 1 }
    let buffer = pool.take()
    pictures[position].withUnsafeBytes {
      buffer.base.update(from: $0.bindMemory(to: UInt8.self).baseAddress!, count: $0.count)
    }
    return CanvasFrame(index: position, pixels: buffer, changed: PixelRect(info.size))
  }

  package func seek(to index: Int) throws { position = index }

  package func detectAlpha() throws -> Bool { pictures.joined().contains { $0 >> 24 != 255 } }
}
