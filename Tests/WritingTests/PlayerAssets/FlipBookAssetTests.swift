import AnimTiming
import AtlasTestSupport
import Messages
import TestSupport
import Testing

@testable import Atlases
@testable import Raster
@testable import Stages
@testable import Writing

/// Checks A1 to A6 of the flip-book that concern positions, texts and times.
@Suite struct FlipBookAssetTests {
  private func asset(
    _ width: Int, _ height: Int, frames: Int, slots: [Int]? = nil
  ) throws -> FlipBookAsset {
    try FlipBookAsset(
      name: "walk", frameSize: PixelSize(width: width, height: height), frames: frames,
      slots: slots ?? Array(0..<frames))
  }

  private func slideSizes(_ asset: FlipBookAsset) -> [PixelSize] {
    (0..<asset.layout.slideCount).map(asset.layout.size(ofSlide:))
  }

  /// A1.
  @Test func a1EverySlideIsAtMost1024OnASide() throws {
    for width in [1, 7, 96, 341, 512, 513, 1024] {
      for height in [1, 66, 500, 1024] {
        for frames in [1, 2, 3, 10, 149, 150, 151, 2000] {
          let layout = try FlipBookLayout(
            frameSize: PixelSize(width: width, height: height), frameCount: frames)
          var total = 0
          for slide in 0..<layout.slideCount {
            let size = layout.size(ofSlide: slide)
            #expect(max(size.width, size.height) <= 1024)
            #expect(size.width == layout.size(ofSlide: 0).width)
            if slide < layout.slideCount - 1 { #expect(size == layout.size(ofSlide: 0)) }
            #expect(layout.frameCount(ofSlide: slide) > 0)
            total += layout.frameCount(ofSlide: slide)
          }
          #expect(total == frames)
        }
      }
    }
  }

  /// A2: the player knows only a slide's width and the frame's size.
  @Test func a2ThePlayerFindsEveryFrameFromTheWidthOfItsSlide() throws {
    for (width, height, frames) in [(96, 66, 151), (350, 285, 80), (1024, 1024, 3), (480, 320, 30)]
    {
      let layout = try asset(width, height, frames: frames).layout
      for frame in 0..<frames {
        let slide = frame / layout.framesPerSlide
        let columns = layout.size(ofSlide: slide).width / width
        let cell = frame % layout.framesPerSlide
        let place = layout.place(of: frame)
        #expect(place.slide == slide)
        #expect(
          place.rect
            == PixelRect(
              x: cell % columns * width, y: cell / columns * height, width: width, height: height))
        #expect(PixelRect(layout.size(ofSlide: slide)).contains(place.rect))
      }
    }
  }

  /// A3.
  @Test func a3TheArticlesAnimationIsOneSlide() throws {
    let sample = try asset(96, 66, frames: 50)
    #expect(slideSizes(sample) == [PixelSize(width: 960, height: 330)])
    #expect(sample.fileName(ofSlide: 0) == "walk.png")
    let two = try asset(96, 66, frames: 151)
    #expect(
      slideSizes(two) == [PixelSize(width: 960, height: 990), PixelSize(width: 960, height: 66)])
    #expect([0, 1].map(two.fileName(ofSlide:)) == ["walk-0.png", "walk-1.png"])
    let tall = try asset(350, 285, frames: 80)
    #expect(tall.layout.framesPerSlide == 6 && tall.layout.slideCount == 14)
    #expect(slideSizes(tall).first == PixelSize(width: 700, height: 855))
    #expect(slideSizes(tall).last == PixelSize(width: 700, height: 285))
    #expect(
      slideSizes(try asset(480, 320, frames: 30))
        == Array(repeating: PixelSize(width: 960, height: 960), count: 5))
  }

  /// A4.
  @Test func a4TheSidecarReadsBackAsTheSameFramesAndTimes() throws {
    let slots = [0, 0, 0, 5, 150, 150, 0]
    let asset = try asset(96, 66, frames: 151, slots: slots)
    #expect(asset.files.map(\.name) == ["walk.json"])
    let atlas = try AtlasReader.parse(asset.files[0].bytes, limits: defaultLimits)
    #expect(atlas.format == .flipBook)
    #expect(atlas.pages.map(\.image) == ["walk-0.png", "walk-1.png"])
    #expect(atlas.pages.map(\.size) == slideSizes(asset))
    #expect(atlas.frames.map(\.rect) == (0..<151).map { asset.layout.place(of: $0).rect })
    #expect(atlas.frames.map(\.page) == (0..<151).map { asset.layout.place(of: $0).slide })
    #expect(atlas.animations.count == 1)
    #expect(atlas.animations[0].indices == [0, 5, 150, 0])
    #expect(
      atlas.animations[0].delays.map(\.time)
        == [120, 40, 80, 40].map { RationalTime.milliseconds($0) })
  }

  /// A5.
  @Test func a5SlotsAreAsManyAsTheTotalHas40Milliseconds() throws {
    var random = SeededGenerator(seed: 25)
    for _ in 0..<200 {
      let durations = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        Int64.random(in: 1...200, using: &random)
      }
      let timeline = try AnimationTimeline(durations: durations, timebase: .milliseconds)
      let schedule = try AnimationTimeline.Schedule.constant(FlipBookAsset.rate).schedule(
        PlaySequence(timeline)
      )
      .entries.map(\.position)
      #expect(schedule.count == max(1, Int((timeline.total + 20) / 40)))
      if schedule.count > 1 {
        #expect(abs(Int64(schedule.count) * 40 - timeline.total) <= 20)
        for (frame, duration) in durations.enumerated() where duration >= 40 {
          #expect(schedule.contains(frame))
        }
      }
      _ = try asset(8, 8, frames: durations.count, slots: schedule)
    }
  }

  /// A6.
  @Test func a6AFrameOf1025PixelsIsRefusedWithTheLimit() throws {
    for (width, height) in [(1025, 10), (10, 1025)] {
      do {
        _ = try asset(width, height, frames: 1)
        Issue.record("\(width)x\(height) passes")
      } catch let error as PlayerAssetError {
        #expect(error.reason.description.contains("1024x1024"))
        #expect(error.kind.exitCode != 0)
      }
    }
    #expect(try asset(1024, 1024, frames: 2).layout.slideCount == 2)
  }

  @Test func theCodeMovesTheWindow() throws {
    let code = try asset(96, 66, frames: 151, slots: [0, 0, 150]).code
    #expect(code.contains("let slots: [Int] = [0, 0, 150]"))
    #expect(code.contains("start) * 25)"))
    #expect(code.contains("quotientAndRemainder(dividingBy: 150)"))
    #expect(code.contains("CGFloat(-96 * (cell % 10))"))
    #expect(code.contains("CGFloat(-66 * (cell / 10))"))
  }

  @Test func theCodeAndTheSidecarKnowThePlays() throws {
    func book(_ plays: LoopCount) throws -> (code: String, plays: LoopCount?) {
      let book = try FlipBookAsset(
        name: "walk", frameSize: PixelSize(width: 4, height: 4), frames: 2, slots: [0, 1, 1],
        plays: plays)
      let atlas = try AtlasReader.parse(book.files[0].bytes, limits: defaultLimits)
      return (book.code, atlas.animations[0].plays)
    }
    let four = try book(.plays(4))
    #expect(four.code.contains("let slot = min(tick, 4 * slots.count - 1) % slots.count"))
    #expect(four.plays == .plays(4))
    let endless = try book(.forever)
    #expect(endless.code.contains("let slot = tick % slots.count"))
    #expect(endless.plays == .forever)
  }

  @Test(arguments: [
    "{}", "{\"version\":2}", "{\"version\":1,\"frameWidth\":0}",
    """
    {"version":1,"frameWidth":4,"frameHeight":4,"frameCount":1,"fps":25,"slots":[1],
     "slides":[{"image":"a","width":4,"height":4,"frameCount":1}]}
    """,
    """
    {"version":1,"frameWidth":4,"frameHeight":4,"frameCount":2,"fps":25,"slots":[0],
     "slides":[{"image":"a","width":4,"height":4,"frameCount":2}]}
    """,
    """
    {"version":1,"frameWidth":1,"frameHeight":9223372036854775807,"frameCount":9,"fps":25,
     "slots":[0],"slides":[{"image":"a","width":4,"height":4,"frameCount":9}]}
    """,
    """
    {"version":1,"frameWidth":4,"frameHeight":4,"frameCount":1,"fps":25,"slots":[0],
     "slides":[{"image":"a","width":3,"height":4,"frameCount":1}]}
    """,
  ])
  func aDamagedSidecarIsRefused(text: String) {
    let json = text.replacing("{\"version\"", with: "{\"format\":\"animconv-flipbook\",\"version\"")
    #expect(throws: AtlasError.self) { try readAtlas(json) }
  }
}
