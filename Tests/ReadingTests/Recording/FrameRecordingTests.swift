import AnimTiming
import FrameTestSupport
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

@Suite struct FrameRecordingTests {
  /// Pictures that share much with the previous one, sometimes nothing or everything.
  private static func pictures(
    _ size: PixelSize, _ random: inout SeededGenerator, alpha: Bool
  ) -> [[UInt8]] {
    var picture = [UInt8](repeating: 255, count: size.area * 4)
    return (0..<Int.random(in: 1...12, using: &random)).map { _ in
      for _ in 0..<[0, 1, 3, size.area].randomElement(using: &random)! {
        let pixel = Int.random(in: 0..<size.area, using: &random) * 4
        let value: UInt8 = alpha ? [0, 128, 255].randomElement(using: &random)! : 255
        for channel in 0..<3 {
          picture[pixel + channel] = value == 0 ? 0 : UInt8.random(in: 0...255, using: &random)
        }
        picture[pixel + 3] = value
      }
      return picture
    }
  }

  @Test(arguments: [false, true])
  func everyByteAndEveryTimeComesBack(alpha: Bool) async throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<40 {
      let size = PixelSize(
        width: Int.random(in: 1...20, using: &random),
        height: Int.random(in: 1...20, using: &random))
      let pictures = Self.pictures(size, &random, alpha: alpha)
      let recording = try FrameRecording(size: size, plays: .plays(3))
      var durations: [RationalTime] = []
      for picture in pictures {
        let duration = RationalTime(Int64.random(in: 1...500, using: &random), 1000)
        try recording.append(picture, duration: duration)
        durations.append(duration)
      }
      let source = try openSource(recording.input)
      #expect(source.info.plays == .plays(3))
      #expect(source.info.frames.map(\.delay.time) == durations)
      let isOpaque = pictures.allSatisfy { picture in
        stride(from: 3, to: picture.count, by: 4).allSatisfy { picture[$0] == 255 }
      }
      #expect(try source.detectAlpha() == !isOpaque)
      for (index, picture) in pictures.enumerated() {
        let frame = try #require(try source.next())
        #expect(frame.index == index)
        #expect(frame.pixels.withBytes { Array($0) } == picture)
      }
      #expect(try source.next() == nil)
      for _ in 0..<10 {
        let index = Int.random(in: 0..<pictures.count, using: &random)
        try source.seek(to: index)
        let pixels = try source.next()?.pixels.withBytes { Array($0) }
        #expect(pixels == pictures[index])
      }
    }
  }

  @Test func onlyWhatDiffersIsKept() throws {
    let size = PixelSize(width: 10, height: 8)
    let recording = try FrameRecording(size: size)
    var picture = [UInt8](repeating: 200, count: size.area * 4)
    try recording.append(picture, duration: .milliseconds(1))
    try recording.append(picture, duration: .milliseconds(1))
    for (x, y) in [(3, 2), (7, 5), (4, 6)] { picture[(y * 10 + x) * 4] = 1 }
    try recording.append(picture, duration: .milliseconds(1))
    let rects = try openSource(recording.input).info.frames.map(\.rect)
    #expect(rects == [PixelRect(size), .empty, PixelRect(x: 3, y: 2, width: 5, height: 5)])
  }

  @Test func aFrameWithoutADurationIsRefusedAndLeftOut() throws {
    let recording = try FrameRecording(size: PixelSize(width: 1, height: 1))
    #expect(throws: ReadingError.noFrames) { try openSource(recording.input) }
    try recording.append([1, 2, 3, 255], duration: .milliseconds(5))
    for duration in [RationalTime.zero, .milliseconds(-1)] {
      #expect(throws: TimingError.nonPositiveDuration(frame: 1)) {
        try recording.append([1, 2, 3, 255], duration: duration)
      }
    }
    #expect(recording.count == 1)
  }

  @Test func transparentPixelsLoseTheirColor() throws {
    let recording = try FrameRecording(size: PixelSize(width: 2, height: 1))
    try recording.append([9, 9, 9, 0, 9, 9, 9, 1], duration: .milliseconds(5))
    let frame = try openSource(recording.input).next()
    #expect(frame?.pixels.withBytes { Array($0) } == [0, 0, 0, 0, 9, 9, 9, 1])
  }

  @Test func appendedFramesAppearOnlyAfterReopening() throws {
    let recording = try FrameRecording(size: PixelSize(width: 1, height: 1))
    try recording.append([1, 1, 1, 255], duration: .milliseconds(5))
    let first = try openSource(recording.input)
    try recording.append([2, 2, 2, 255], duration: .milliseconds(5))
    #expect(try first.allPixels().count == 1)
    #expect(try openSource(recording.input).allPixels().count == 2)
  }
}
