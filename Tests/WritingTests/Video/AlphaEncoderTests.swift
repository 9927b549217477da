import AnimTiming
import Foundation
import TestSupport
import Testing

@testable import Raster
@testable import Writing

/// VP9 with separate alpha, joined by libvpx's decoder.
@Suite struct AlphaEncoderTests {
  private static func alphas(of video: WrittenVideo, from second: String? = nil) throws -> [UInt8] {
    let seek = second.map { ["-ss", $0] } ?? []
    let bytes = try Command.run(
      ["ffmpeg", "-v", "error"] + seek + [
        "-c:v", "libvpx-vp9", "-i", video.path, "-fps_mode", "passthrough", "-vf",
        "alphaextract,format=gray", "-f", "rawvideo", "-",
      ])
    return Array(bytes)
  }

  private static func alphas(of frames: [CanvasFrame]) -> [UInt8] {
    frames.flatMap { frame in
      (0..<frame.pixels.size.area).map { pixel in
        let (x, y) = (pixel % frame.pixels.size.width, pixel / frame.pixels.size.width)
        return frame.pixels.base[y * frame.pixels.stride + x * 4 + 3]
      }
    }
  }

  @Test(arguments: [
    PixelSize(width: 1, height: 1), PixelSize(width: 7, height: 1), PixelSize(width: 1, height: 9),
    PixelSize(width: 67, height: 35), PixelSize(width: 1032, height: 40),
  ])
  func alphaIsExactAtEverySize(size: PixelSize) throws {
    let frames = (0..<5).map { index in
      CanvasFrame(
        index: index, pixels: DrawnFrames.noise(size: size, seed: UInt64(index), opaque: false),
        changed: PixelRect(size))
    }
    let video = try WrittenVideo(
      frames, durations: [10, 20, 30, 40, 50], timebase: .milliseconds, container: .webm,
      keepsAlpha: true, expectsTransparency: false)
    #expect(try Self.alphas(of: video) == Self.alphas(of: frames))
  }

  @Test func alphaIsExactInEveryPlayAndAfterSeeks() throws {
    let size = PixelSize(width: 48, height: 40)
    // More frames than fit between two key frames.
    let frames = DrawnFrames.fadingDisc(size: size, count: 260).enumerated().map {
      CanvasFrame(index: $0, pixels: $1.pixels, changed: PixelRect(size))
    }
    let video = try WrittenVideo(
      frames, durations: Array(repeating: 20, count: 260), timebase: .milliseconds,
      container: .webm, keepsAlpha: true, plays: 2)
    let expected = Self.alphas(of: frames)
    #expect(try Self.alphas(of: video) == expected + expected)
    let keys = try FFprobe.read(video.path).packets.indices { $0.flags.first == "K" }
    #expect(Array(keys.ranges.flatMap(\.self)) == [0, 250, 260, 510])
    // To frame 255 of the first play, after a key frame within it, and to the second play.
    #expect(
      try Self.alphas(of: video, from: "5.1") == Array(expected[(255 * size.area)...]) + expected)
    #expect(
      try Self.alphas(of: video, from: "5.3") == Array(expected[(5 * size.area)...]))
  }

  @Test func theStreamOfAlphaIsTheSameOnEveryMachine() throws {
    let frames = DrawnFrames.fadingDisc(size: PixelSize(width: 96, height: 66), count: 12)
    let files = try (0..<2).map { _ in
      try WrittenVideo(
        frames, durations: Array(repeating: 40, count: 12), timebase: .milliseconds,
        container: .webm, keepsAlpha: true
      ).bytes
    }
    #expect(files[0] == files[1])
  }
}
