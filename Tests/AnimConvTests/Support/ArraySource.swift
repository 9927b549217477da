import AnimTiming

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages

/// A source of pictures that are given, straight RGBA with red in the lowest byte.
final class ArraySource: FrameSource {
  let info: SourceInfo
  var warnings: [ReadingWarning] = []
  let pool: PixelBufferPool
  private let pictures: [[UInt32]]
  private var position = 0

  init(
    _ pictures: [[UInt32]], size: PixelSize, delays: [Delay]? = nil,
    plays: LoopCount = .forever, kind: SourceKind = .gif
  ) {
    self.pictures = pictures
    pool = PixelBufferPool(size: size)
    info = SourceInfo(
      kind: kind, size: size,
      frames: (delays ?? pictures.indices.map { .milliseconds(40 + 10 * Int64($0)) }).map {
        SourceFrame(delay: $0, rect: PixelRect(size), disposal: .keep, blend: .source)
      },
      plays: plays, declaresPlays: true, alpha: .possible, defaultPolicy: .browser)
  }

  func next() throws -> Frame? {
    guard position < pictures.count else { return nil }
    defer { position += 1 }
    let buffer = pool.take()
    pictures[position].withUnsafeBytes {
      buffer.base.update(from: $0.bindMemory(to: UInt8.self).baseAddress!, count: $0.count)
    }
    return Frame(index: position, pixels: buffer, changed: PixelRect(info.size))
  }

  func seek(to index: Int) throws { position = index }

  func detectAlpha() throws -> Bool { pictures.joined().contains { $0 >> 24 != 255 } }

  /// Converts the frames to an output.
  func convert(_ output: Output, _ change: (inout Conversion) -> Void) throws -> ConversionReport {
    var conversion = Conversion(input: .bytes([], name: "pictures"), output: output)
    change(&conversion)
    return try ConversionJob(conversion, open: { _, _ in self }).run()
  }
}

/// Sprites of different extent in a transparent canvas: noise of many alphas, an empty frame, a
/// frame twice, single pixels in corners.
enum DrawnSprites {
  static let size = PixelSize(width: 23, height: 17)

  static let pictures: [[UInt32]] = {
    var generator = SplitMix(state: 7)
    let rects = [
      PixelRect(x: 3, y: 2, width: 9, height: 11), PixelRect(x: 0, y: 0, width: 23, height: 17),
      .empty, PixelRect(x: 22, y: 16, width: 1, height: 1),
      PixelRect(x: 10, y: 0, width: 2, height: 17), PixelRect(x: 0, y: 5, width: 21, height: 3),
      PixelRect(x: 0, y: 0, width: 1, height: 1),
    ]
    var pictures = rects.map { rect in
      (0..<size.area).map { index -> UInt32 in
        let pixel = PixelRect(
          x: index % size.width, y: index / size.width, width: 1, height: 1)
        guard rect.contains(pixel) else { return 0 }
        return UInt32(truncatingIfNeeded: generator.next()) | 0x0100_0000
      }
    }
    pictures.append(pictures[0])
    return pictures
  }()
}
