import FrameTestSupport
import TestSupport
import Testing

@testable import Raster
@testable import Reading

/// The frames of seeded random GIFs, compared with the slow reader, in every order.
struct GIFPainterTests {
  /// Sizes that make rows of many lengths.
  private func files() -> [[UInt8]] {
    (0..<120).map { seed in
      GIFBuilder.random(
        seed: seed, width: 1 + Int(seed * 7 % 23), height: 1 + Int(seed * 5 % 17),
        frames: 1 + Int(seed % 20))
    }
  }

  @Test func picturesAreThoseOfTheSlowReader() throws {
    for (seed, file) in files().enumerated() {
      let wanted = SlowGIF(file).pictures
      let source = try openGIF(file)
      #expect(source.info.frames.count == wanted.count)
      for (index, picture) in wanted.enumerated() {
        // Each frame is released before the next is read, so pictures are changed in place.
        let frame = try #require(try source.next())
        #expect(frame.index == index)
        #expect(pixels(frame) == picture, "seed \(seed), frame \(index)")
      }
      #expect(try source.next() == nil)
      #expect(source.warnings == [])
    }
  }

  @Test(arguments: [1, 2, 3, 5])
  func picturesStayAsTheyAreWhileTheyAreHeld(_ depth: Int) throws {
    for (seed, file) in files().enumerated() {
      let wanted = SlowGIF(file).pictures
      let source = try openGIF(file)
      var queue: [CanvasFrame] = []
      var random = SeededGenerator(seed: UInt64(seed))
      while let frame = try source.next() {
        queue.append(frame)
        while queue.count > depth || (!queue.isEmpty && Int.random(in: 0..<9, using: &random) == 0)
        {
          let frame = queue.removeFirst()
          #expect(pixels(frame) == wanted[frame.index], "seed \(seed), frame \(frame.index)")
        }
      }
      for frame in queue { #expect(pixels(frame) == wanted[frame.index], "seed \(seed)") }
      let gif = try #require(source as? ComposedSource)
      #expect(gif.peakLive <= depth + 2)
    }
  }

  @Test func changedIsTheDisposedRectangleAndTheOwn() throws {
    for file in files() {
      let slow = SlowGIF(file)
      func rect(_ index: Int) -> PixelRect {
        let rect = slow.rects[index]
        guard !rect.x.isEmpty, !rect.y.isEmpty else { return .empty }
        return PixelRect(
          x: rect.x.lowerBound, y: rect.y.lowerBound, width: rect.x.count, height: rect.y.count)
      }
      for frame in try remaining(openGIF(file)) {
        let whole = PixelRect(PixelSize(width: slow.width, height: slow.height))
        guard frame.index > 0 else {
          #expect(frame.changed == whole)
          continue
        }
        let isDisposed = (2...4).contains(slow.disposals[frame.index - 1])
        let disposed = isDisposed ? rect(frame.index - 1) : .empty
        #expect(frame.changed == disposed.union(rect(frame.index)))
        // Outside the rectangle, all pixels are equal.
        let (before, after) = (slow.pictures[frame.index - 1], slow.pictures[frame.index])
        for at in 0..<(before.count / 4)
        where before[at * 4..<at * 4 + 4] != after[at * 4..<at * 4 + 4] {
          let pixel = PixelRect(
            x: at % slow.width, y: at / slow.width, width: 1, height: 1)
          #expect(frame.changed.contains(pixel))
        }
      }
    }
  }

  @Test func anyOrderShowsTheSamePictures() throws {
    for (seed, file) in files().enumerated() {
      let wanted = SlowGIF(file).pictures
      var random = SeededGenerator(seed: UInt64(seed) &+ 1000)
      // From no checkpoints to many.
      let budget = [0, 1, 3, 1000][seed % 4] * wanted[0].count
      let source = ComposedSource(
        try GIFPainter(ByteSource(bytes: file)), checkpointBytes: budget)
      var held: [CanvasFrame] = []
      for step in 0..<60 {
        let index = Int.random(in: 0...wanted.count, using: &random)
        source.seek(to: index)
        for next in index..<min(index + Int.random(in: 1...4, using: &random), wanted.count) {
          let frame = try #require(try source.next())
          #expect(frame.index == next)
          #expect(pixels(frame) == wanted[next], "seed \(seed), step \(step), frame \(next)")
          if next == index { #expect(frame.changed == PixelRect(source.info.size)) }
          held.append(frame)
          if held.count > step % 4 { held.removeFirst() }
        }
        if index == wanted.count { #expect(try source.next() == nil) }
      }
      for frame in held { #expect(pixels(frame) == wanted[frame.index], "seed \(seed)") }
    }
  }

  @Test func backwardsIsExactAndDecodesLittle() throws {
    // Only the first frame can be decoded alone.
    var gif = GIFBuilder(8, 8)
    gif.frame(.init(w: 8, h: 8, fill: 1))
    for index in 1..<200 {
      gif.frame(
        .init(
          x: index % 8, y: index / 8 % 8, w: 1, h: 1, fill: UInt8(index % 4), disposal: index % 4))
    }
    gif.end()
    let wanted = SlowGIF(gif.bytes).pictures
    let source = ComposedSource(
      try GIFPainter(ByteSource(bytes: gif.bytes)), checkpointBytes: 8 * 8 * 4 * 32)
    for index in wanted.indices.reversed() {
      source.seek(to: index)
      #expect(try source.next().map(pixels) == wanted[index])
    }
    #expect(source.drawnFrames < 200 * 9)
  }

  @Test func seekingToWhereItStandsOnlyForgetsTheChange() throws {
    let source = ComposedSource(
      try GIFPainter(ByteSource(bytes: GIFBuilder.random(seed: 9, frames: 6))))
    _ = try source.next()
    _ = try source.next()
    source.seek(to: 2)
    let frame = try #require(try source.next())
    #expect(frame.changed == PixelRect(source.info.size))
    #expect(source.drawnFrames == 3)
  }

  @Test func alphaIsFoundAsTheSlowReaderFindsIt() throws {
    for (seed, file) in files().enumerated() {
      let slow = SlowGIF(file)
      let hasAlpha = slow.pictures.contains { picture in
        stride(from: 3, to: picture.count, by: 4).contains { picture[$0] != 255 }
      }
      let source = try openGIF(file)
      #expect(try source.detectAlpha() == hasAlpha, "seed \(seed)")
      #expect(try source.detectAlpha() == hasAlpha)
      if source.info.alpha == .present { #expect(hasAlpha) }
      // The source is at its start afterwards.
      let first = try #require(try source.next())
      #expect(first.index == 0)
      #expect(first.changed == PixelRect(source.info.size))
    }
  }

  @Test func alphaIsProvenAbsentByTheFirstFrame() throws {
    var gif = GIFBuilder(4, 4)
    for index in 0..<50 {
      gif.frame(.init(w: 4, h: 4, fill: 1, disposal: index % 2, transparent: index > 0 ? 2 : nil))
    }
    gif.end()
    let source = ComposedSource(try GIFPainter(ByteSource(bytes: gif.bytes)))
    #expect(try !source.detectAlpha())
    #expect(source.drawnFrames == 1)
  }

  /// Pictures are reused and changed in place only if no thread reads them; run this with the
  /// thread sanitizer.
  @Test func picturesMayBeReadElsewhere() async throws {
    for seed in 0..<20 {
      let file = GIFBuilder.random(seed: UInt64(seed), width: 40, height: 30, frames: 40)
      let wanted = SlowGIF(file).pictures
      let (frames, continuation) = AsyncStream.makeStream(of: CanvasFrame.self)
      let reader = Task {
        var differing: [Int] = []
        for await frame in frames where pixels(frame) != wanted[frame.index] {
          differing.append(frame.index)
        }
        return differing
      }
      let source = try openGIF(file)
      while let frame = try source.next() {
        continuation.yield(frame)
        if frame.index % 5 == 4 { await Task.yield() }
      }
      continuation.finish()
      #expect(await reader.value == [])
    }
  }
}
