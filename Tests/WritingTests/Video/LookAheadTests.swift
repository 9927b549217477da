import AnimTiming
import Testing

@testable import Raster
@testable import Writing

@Suite struct LookAheadTests {
  @Test func upToHDNothingIsShortened() {
    for (width, height) in [(16, 16), (640, 480), (1280, 720)] {
      #expect(LookAhead.frames(for: PixelSize(width: width, height: height)) >= 40)
    }
    #expect(LookAhead.frames(for: PixelSize(width: 1920, height: 1080)) == 23)
  }

  @Test func largePicturesWaitInFewerBytes() {
    for side in [2500, 4096, 8192, 16_384] {
      let frames = LookAhead.frames(for: PixelSize(width: side, height: side))
      #expect(frames >= 4)
      #expect(frames == 4 || frames * side * side * 24 / 10 <= 112 << 20)
    }
  }

  /// A shortened look-ahead still gives a correct file.
  @Test func aLargePictureIsWrittenAndReadBack() throws {
    let size = PixelSize(width: 3000, height: 2200)
    let frames = DrawnFrames.movingSquare(size: size, count: 2)
    for container in [VideoContainer.mp4, .webm] {
      var options = VideoOptions()
      options.encoderPreset = container == .mp4 ? "veryfast" : "8"
      let video = try WrittenVideo(
        frames, durations: [3, 5], timebase: container == .mp4 ? .centiseconds : .milliseconds,
        container: container, options: options)
      #expect(video.readBack.frameCount == 2)
    }
  }
}
