import AnimTiming
import Messages
import TestSupport
import Testing

@testable import Atlases
@testable import TextFormats
@testable import Writing

/// Checks F1, F2, F3 and F6 of UIKit's animated images, and Android's drawables.
@Suite struct AnimatedImageAssetTests {
  private func asset(
    _ durations: [Int64], _ timebase: Timebase = .milliseconds, plays: LoopCount = .forever,
    files: AnimatedImageAsset.Files = .eachSlot
  ) throws -> AnimatedImageAsset {
    try AnimatedImageAsset(
      name: "image", timeline: try AnimationTimeline(durations: durations, timebase: timebase),
      plays: plays, files: files)
  }

  /// F1.
  @Test func f1SlotsAreTheTotalExactly() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let durations = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        Int64.random(in: 1...90, using: &random)
      }
      let timebase = [Timebase.milliseconds, .centiseconds, Timebase(1001, 30000)]
        .randomElement(using: &random)!
      let timeline = try AnimationTimeline(durations: durations, timebase: timebase)
      let slots = SlotExpansion(timeline)
      #expect(slots.slotDuration * Int64(slots.slotCount) == timeline.totalTime)
      var runs = Array(repeating: 0, count: durations.count)
      for frame in slots.slots { runs[frame] += 1 }
      #expect(runs == slots.counts)
      for (index, count) in runs.enumerated() {
        #expect(slots.slotDuration * Int64(count) == timeline.durationTime(of: index))
      }
      #expect(Array(slots.slots) == Array(slots.slots).sorted())
      // No coarser slot is possible.
      for factor in 2...7 {
        #expect(!runs.allSatisfy { $0 % factor == 0 })
      }
    }
  }

  /// F2.
  @Test func f2TheArticlesFiveDelaysAreEightSlots() throws {
    let asset = try asset([1, 2, 1, 3, 1], Timebase(1, 1))
    #expect(Array(asset.slots.slots) == [0, 1, 1, 2, 3, 3, 3, 4])
    #expect(asset.slots.slotDuration == .seconds(1))
    #expect(asset.code.contains("animatedImageNamed(\"image\", duration: 8)"))
  }

  /// F3.
  @Test func f3NamesCountFromZeroWithoutPaddingUpTo1024() throws {
    let asset = try asset([1024, 1])
    #expect(asset.fileCount == 1025)
    let names = (0..<1025).map { asset.fileName(of: $0) }
    #expect(names.first == "image0.png" && names[9...10] == ["image9.png", "image10.png"])
    #expect(names.last == "image1024.png" && Set(names).count == 1025)
    #expect(asset.fileName(of: 3, scale: 2) == "image3@2x.png")
    let refusal = PlayerAssetError.tooManyImages(
      1026, allowed: 1025, player: .animatedImage)
    #expect(throws: refusal) { try self.asset([1025, 1]) }
    #expect(refusal.reason.description.contains("1025") && refusal.remedy != nil)
    // With a list of counts, slots need no separate files.
    #expect(try self.asset([1025, 1], files: .eachFrame).fileCount == 2)
  }

  /// F6.
  @Test func f6SixThousandSlotsAreTwoCounts() throws {
    let asset = try asset([5999, 1], .centiseconds, files: .eachFrame)
    #expect(asset.slots.counts == [5999, 1])
    #expect(asset.slots.slotCount == 6000)
    #expect(asset.files[0].bytes.count < 200)
    #expect(asset.code.utf8.count < 500)
  }

  @Test func theListHasDurationAndCounts() throws {
    let asset = try asset([40, 100], plays: .plays(2), files: .eachFrame)
    let json = try JSONReader.read(asset.files[0].bytes)
    #expect(asset.files[0].name == "image.json")
    #expect(json["images"]?.integer == 2)
    #expect(json["duration"]?.number == ExactDecimal(14, exponent: -2))
    #expect(json["slots"]?.elements.map(\.integer) == [2, 5])
    #expect(json["loopCount"]?.integer == 2)
    #expect(
      asset.code == """
        let slots: [Int] = [2, 5]
        imageView.animationImages = slots.enumerated().flatMap { index, count in
          Array(repeating: UIImage(named: "image" + "\\(index)")!, count: count)
        }
        imageView.animationDuration = 0.14
        imageView.animationRepeatCount = 2
        imageView.startAnimating()

        """)
  }

  @Test func anAnimatedImagePlaysForEver() throws {
    #expect(try asset([1]).warnings.isEmpty)
    #expect(try asset([1], plays: .plays(2)).warnings.count == 1)
    #expect(try asset([1], plays: .plays(2), files: .eachFrame).warnings.isEmpty)
  }

  @Test func androidsMillisecondsAreRoundedBoundaries() throws {
    let timeline = try AnimationTimeline(
      durations: Array(repeating: 1, count: 30), timebase: Timebase(1001, 30000))
    let asset = try AndroidDrawableAsset(
      name: "walk", drawables: (0..<30).map { "walk_\($0)" }, timeline: timeline,
      plays: .plays(2))
    #expect(asset.drawable.items.map(\.milliseconds).reduce(0, +) == 1001)
    #expect(asset.drawable.items.allSatisfy { 33...34 ~= $0.milliseconds })
    #expect(asset.drawable.isOneShot)
    #expect(asset.warnings.count == 1)
    #expect(asset.files.map(\.name) == ["walk.xml"])
    #expect(asset.code.contains("R.drawable.walk)"))
    for name in ["Walk", "1walk", "walk-0", "", "wälk", "walk.9"] {
      #expect(throws: PlayerAssetError.self) {
        try AndroidDrawableAsset(
          name: "walk", drawables: [name],
          timeline: AnimationTimeline(durations: [1], timebase: .centiseconds))
      }
    }
  }

  /// Names go into lines of code.
  @Test func aNameCannotEndItsQuotationMarks() throws {
    let name = "a\" + exit(1) + \"\\(x)\\"
    let timeline = try AnimationTimeline(durations: [1], timebase: .centiseconds)
    let code = try AnimatedImageAsset(name: name, timeline: timeline).code
    #expect(code.contains(#""a\" + exit(1) + \"\\(x)\\""#))
    for name in ["a\nb", "a/b", "\u{0}", "\u{2028}"] {
      #expect(throws: PlayerAssetError.self) {
        try AnimatedImageAsset(name: name, timeline: timeline)
      }
    }
  }
}
