import FrameTestSupport
import TestSupport
import Testing

@testable import Raster
@testable import Reading

/// The frames of seeded random WebPs, compared with the slow composition, in every order.
struct WebPSourceTests {
  private static func files() -> [WebPBuilder] {
    (0..<60).map { seed in
      WebPBuilder.random(
        seed: seed, width: 1 + Int(seed * 7 % 23), height: 1 + Int(seed * 5 % 17),
        frames: 1 + Int(seed % 20))
    }
  }

  private let cases = Self.files().map { (file: $0.bytes, pictures: SlowWebP($0).pictures) }

  @Test func picturesAreThoseOfTheSlowComposition() throws {
    for (seed, (file, wanted)) in cases.enumerated() {
      let source = try openWebP(file, isStrict: true)
      #expect(source.info.frames.count == wanted.count)
      for (index, picture) in wanted.enumerated() {
        // Each frame is released before the next one is read, so pictures are modified in place.
        let frame = try #require(try source.next())
        #expect(frame.index == index)
        #expect(pixels(frame) == picture, "seed \(seed), frame \(index)")
      }
      #expect(try source.next() == nil)
    }
  }

  @Test func picturesStayAsTheyAreWhileTheyAreHeld() throws {
    for (seed, (file, wanted)) in cases.enumerated() {
      let source = try openWebP(file)
      var held: [CanvasFrame] = []
      while let frame = try source.next() {
        held.append(frame)
        if held.count > 1 + seed % 4 { held.removeFirst() }
        for frame in held { #expect(pixels(frame) == wanted[frame.index], "seed \(seed)") }
      }
      let composed = try #require(source as? ComposedSource)
      #expect(composed.peakLive <= 4 + seed % 4)
    }
  }

  @Test func nothingDiffersOutsideOfWhatChanged() throws {
    for (file, wanted) in cases {
      let source = try openWebP(file)
      let size = source.info.size
      for frame in try remaining(source) {
        if frame.index == 0 {
          #expect(frame.changed == PixelRect(size))
          continue
        }
        let (before, after) = (wanted[frame.index - 1], wanted[frame.index])
        for at in 0..<size.area where before[at * 4..<at * 4 + 4] != after[at * 4..<at * 4 + 4] {
          #expect(
            frame.changed.contains(
              PixelRect(x: at % size.width, y: at / size.width, width: 1, height: 1)))
        }
      }
    }
  }

  @Test func anyOrderShowsTheSamePictures() throws {
    for (seed, (file, wanted)) in cases.enumerated() {
      var random = SeededGenerator(seed: UInt64(seed) &+ 1000)
      let source = ComposedSource(
        try WebPPainter(ByteSource(bytes: file), options: ReadingOptions()),
        checkpointBytes: [0, 1, 3, 1000][seed % 4] * wanted[0].count)
      for step in 0..<40 {
        let index = Int.random(in: 0...wanted.count, using: &random)
        source.seek(to: index)
        for next in index..<min(index + 3, wanted.count) {
          let frame = try #require(try source.next())
          #expect(pixels(frame) == wanted[next], "seed \(seed), step \(step), frame \(next)")
          if next == index { #expect(frame.changed == PixelRect(source.info.size)) }
        }
      }
    }
  }

  @Test func alphaIsFound() throws {
    for (seed, (file, wanted)) in cases.enumerated() {
      let hasAlpha = wanted.contains { picture in
        stride(from: 3, to: picture.count, by: 4).contains { picture[$0] != 255 }
      }
      let source = try openWebP(file)
      #expect(try source.detectAlpha() == hasAlpha, "seed \(seed)")
      if source.info.alpha != .possible { #expect((source.info.alpha == .present) == hasAlpha) }
      #expect(try source.next()?.index == 0)
    }
  }

  @Test func lossyPicturesWithAndWithoutAlpha() throws {
    let opaque = try openWebP(WebPBuilder.file(WebPBuilder.chunk("VP8 ", WebPBuilder.lossy)))
    let row = try #require(try opaque.next()).pixels.withBytes { bytes in
      (0..<8).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self).littleEndian }
    }
    #expect(row == WebPBuilder.lossyTopRow)

    let alpha = (0..<64).map { UInt8(truncatingIfNeeded: $0 % 8 == 0 ? 0 : $0 * 4) }
    let content = WebPBuilder.lossy(alpha: alpha)
    var animation = WebPBuilder(8, 8)
    animation.frame(.init(w: 8, h: 8, pixels: [], overwrites: true, content: content))
    for bytes in [
      animation.bytes, WebPBuilder.file(WebPBuilder.extended(8, 8, flags: 0x10) + content),
    ] {
      let frame = try #require(try openWebP(bytes, isStrict: true).next())
      let shown = pixels(frame)
      for at in 0..<64 {
        #expect(shown[at * 4 + 3] == alpha[at])
        if alpha[at] == 0 { #expect(shown[at * 4..<at * 4 + 4].allSatisfy { $0 == 0 }) }
      }
      #expect(shown[4] == 0xc2 && shown[5] == 0x3d && shown[6] == 0x0f)
    }
  }

  /// The header declares that nothing is transparent; conclusions from this must be correct.
  @Test func aLosslessPictureThatClaimsToBeOpaqueIs() throws {
    let data = WebPBuilder.lossless(
      2, 1, [0x1234_5678, WebPBuilder.red], declaresAlpha: false)
    let source = try openWebP(WebPBuilder.file(WebPBuilder.chunk("VP8L", data)))
    #expect(source.info.alpha == .absent)
    let frame = try #require(try source.next())
    #expect(pixels(frame) == [0x78, 0x56, 0x34, 255, 255, 0, 0, 255])
  }
}
