import AnimTiming
import Atlases
import FrameTestSupport
import Messages
import Raster
import Stages
import SystemPackage
import TestSupport
import Testing
import Threads

@testable import Reading

/// Edits show exactly the frames of their inputs, at exact times.
@Suite struct AnimationEditTests {
  static let size = PixelSize(width: 5, height: 4)

  /// A source whose frame `n` has the colour `base + n`, for `40 + 10n` ms.
  static func clip(
    _ base: UInt32, _ count: Int, size: PixelSize = size, plays: LoopCount = .plays(2)
  ) -> AnimationInput {
    let pictures = (0..<count).map { frame in
      (0..<size.area).map { 0xFF00_0000 | (base + UInt32(frame)) << 8 | UInt32($0) }
    }
    return .custom(
      CustomInput(name: "clip\(base)") { _ in ArraySource(pictures, size: size, plays: plays) })
  }

  private func open(_ edit: AnimationEdit) throws -> any FrameSource {
    try openSource(.edit(edit))
  }

  /// The frames that an edit shows: the green of each, and its duration in milliseconds.
  private func shown(_ edit: AnimationEdit) throws -> [String] {
    let source = try open(edit)
    let times = try source.info.defaultPolicy.resolve(source.info.frames.map(\.delay)).timeline
    return try source.allPixels().enumerated().map { index, pixels in
      "\(pixels[0] >> 8 & 255):\(times.durationTime(of: index).formatted(in: .milliseconds))"
    }
  }

  @Test func clipsFollowOneAnother() throws {
    let edit = AnimationEdit(joining: [Self.clip(10, 2), Self.clip(20, 1), Self.clip(30, 2)])
    #expect(try shown(edit) == ["10:40 ms", "11:50 ms", "20:40 ms", "30:40 ms", "31:50 ms"])
    let source = try open(edit)
    #expect(source.info.kind == .edit)
    #expect(source.info.size == Self.size)
  }

  private static func changed(
    _ change: (inout AnimationEdit.Clip) -> Void
  ) -> AnimationEdit.Clip {
    var clip = AnimationEdit.Clip(clip(10, 4))
    change(&clip)
    return clip
  }

  /// A changed clip of four frames, and what is then shown: frames and milliseconds.
  @Test(
    arguments: [
      (changed { $0.ranges = [.frames(from: 1, to: 3)] }, "11:50 12:60"),
      (
        changed {
          $0.ranges = [
            .frames(from: 2, to: nil), .frames(from: 0, to: 1), .frames(from: 2, to: 3),
          ]
        }, "12:60 13:70 10:40 12:60"
      ),
      (
        changed { $0.ranges = [.times(from: .milliseconds(50), to: .milliseconds(100))] },
        "11:40 12:10"
      ),
      (changed { $0.direction = .reverse }, "13:70 12:60 11:50 10:40"),
      (changed { $0.direction = .bounce }, "10:40 11:50 12:60 13:70 12:60 11:50"),
      (changed { $0.speed = TimingEdits.Speed(3, 2) }, "10:26.667 11:33.333 12:40 13:46.667"),
      (changed { $0.delays = [.milliseconds(5)] }, "10:5 11:5 12:5 13:5"),
      (
        changed {
          $0.ranges = [.frames(from: 3, to: 4), .frames(from: 0, to: 1)]
          $0.delays = [RationalTime(1, 8), .seconds(2)]
          $0.speed = TimingEdits.Speed(2)
        }, "13:125 10:2000"
      ),
      (
        changed {
          $0.ranges = [.frames(from: 0, to: 2)]
          $0.direction = .reverse
          $0.repeats = 2
        }, "11:50 10:40 11:50 10:40"
      ),
    ])
  func aClipIsChanged(clip: AnimationEdit.Clip, expected: String) throws {
    #expect(
      try shown(AnimationEdit(clips: [clip])) == expected.split(separator: " ").map { "\($0) ms" })
  }

  @Test func partsAreInsertedAndRemoved() throws {
    let clip = AnimationEdit.Clip(Self.clip(10, 4))
    let (before, after) = clip.split(before: 3)
    let inserted = AnimationEdit(clips: [before, .init(Self.clip(50, 1)), after])
    #expect(
      try shown(inserted) == ["10:40 ms", "11:50 ms", "12:60 ms", "50:40 ms", "13:70 ms"])
    #expect(try shown(AnimationEdit(clips: [clip.removing(1..<3)])) == ["10:40 ms", "13:70 ms"])
    #expect(try shown(AnimationEdit(clips: [clip.removing(0..<3)])) == ["13:70 ms"])
    // Of a changed clip, frames are counted after its changes.
    var turned = clip
    turned.direction = .reverse
    turned.repeats = 2
    #expect(
      try shown(AnimationEdit(clips: [turned.removing(1..<7)])) == ["13:70 ms", "10:40 ms"])
  }

  @Test func framesAtTheEndAreRemoved() throws {
    let clip = AnimationEdit.Clip(Self.clip(10, 4))
    #expect(try shown(AnimationEdit(clips: [clip.removing(2..<4)])) == ["10:40 ms", "11:50 ms"])
    let error = #expect(throws: PartFailure.self) {
      try open(AnimationEdit(clips: [clip.removing(0..<4)]))
    }
    #expect(
      error?.error as? EditError
        == .range(clip: 0, .frames(from: 4, to: nil), frames: 4, total: .milliseconds(220)))
  }

  @Test func framesAreRemovedManyTimes() throws {
    var generator = SeededGenerator(seed: 20)
    var clip = AnimationEdit.Clip(Self.clip(10, 24), speed: TimingEdits.Speed(2))
    var left = Array(0..<24)
    for _ in 0..<20 {
      let index = Int.random(in: 0..<left.count, using: &generator)
      clip = clip.removing(index..<index + 1)
      left.remove(at: index)
    }
    var edit = AnimationEdit(clips: [clip])
    let expected = left.map { "\(10 + $0):\(20 + 5 * $0) ms" }
    #expect(try shown(edit) == expected)
    edit.transform = .init { pixels, _ in pixels }
    #expect(try shown(edit) == expected)
    // The last frames, so that nothing is left after them.
    var shorter = AnimationEdit.Clip(Self.clip(10, 24))
    for count in (3..<24).reversed() { shorter = shorter.removing(count..<count + 1) }
    #expect(try shown(AnimationEdit(clips: [shorter])) == ["10:40 ms", "11:50 ms", "12:60 ms"])
  }

  @Test func clipsAreSplitManyTimes() throws {
    var rest = AnimationEdit.Clip(Self.clip(10, 24))
    var clips: [AnimationEdit.Clip] = []
    for _ in 0..<20 {
      let (first, second) = rest.split(before: 1)
      clips.append(first)
      rest = second
    }
    #expect(
      try shown(AnimationEdit(clips: clips + [rest]))
        == (0..<24).map { "\(10 + $0):\(40 + 10 * $0) ms" })
  }

  /// Ranges of the frames of ranges; nil if their number must be known, or if they do not exist.
  @Test(
    arguments: [
      ("1...3", "", "1..<4"), ("...2 4...", "5-9 20...", "5..<8 9..<10 20..."),
      ("6...", "5-9 20...", "21..."), ("3-6", "5-9 20-29", "8..<10 20..<22"),
      ("3-4 0", "7 2-9", "4..<6 7..<8"), ("0 2...", "5-6", "5..<6"), ("2...", "5-6", nil),
      ("0-2", "5-6", nil), ("3...", "5-6", nil), ("0", "5... 1", nil), ("0", "1s..2s", nil),
      ("0s..1s", "5-9", nil),
    ] as [(String, String, String?)])
  func rangesOfRangesAreRanges(outer: String, inner: String, expected: String?) throws {
    func ranges(_ text: String) throws -> [AnimationTimeline.FrameRange] {
      try text.split(separator: " ").map { try #require(AnimationTimeline.FrameRange(String($0))) }
    }
    let found = try AnimationTimeline.FrameRange.ranges(ranges(outer), of: ranges(inner))
    #expect(found?.map(\.description).joined(separator: " ") == expected)
    let last = AnimationTimeline.FrameRange.ranges(
      [.frames(from: .max - 1, to: nil)], of: [.frames(from: 2, to: nil)])
    #expect(last == nil)
  }

  @Test func manyRangesAreQuickAndCanBeCancelled() throws {
    let timeline = try AnimationTimeline(
      durations: Array(repeating: 1, count: 100_000), timebase: .milliseconds)
    let clip = AnimationEdit.Clip(
      Self.clip(10, 1), ranges: (0..<20_000).map { .frames(from: $0 * 5, to: $0 * 5 + 1) })
    func play() throws -> ClipPlay {
      try ClipPlay(clip, 0, timeline, limit: 200_000, limits: ReadingLimits())
    }
    var frames: [Int32] = []
    let time = try ContinuousClock().measure { frames = try play().frames }
    #expect(frames == (0..<20_000).map { Int32($0 * 5) })
    #expect(time < .seconds(5))
    let flag = CancellationFlag()
    flag.set()
    CancellationFlag.$ofOpening.withValue(flag) {
      #expect(throws: CancellationError.self) { try play() }
    }
  }

  @Test func rangesThatEndTooLateAreNoted() throws {
    let late = AnimationTimeline.FrameRange.times(from: .milliseconds(50), to: .milliseconds(200))
    let clip = AnimationEdit.Clip(Self.clip(10, 2), ranges: [late, late])
    let edit = AnimationEdit(clips: [clip, clip])
    #expect(try shown(edit) == Array(repeating: "11:40 ms", count: 4))
    #expect(
      try open(edit).info.notes.map(\.description)
        == ["\"clip10\": the range ends at 0.2 s, the animation at 0.09 s"])
  }

  @Test func tagsAreLeftOutWithANote() throws {
    let tagged = CustomInput(trusted: "walk") { _ in TaggedSource() }
    let note = "\"walk\": its tags are left out, because an edit has only frames"
    let whole = try open(AnimationEdit(clips: [.init(.custom(tagged))]))
    #expect(whole.info.notes.map(\.description) == [note])
    #expect(try open(AnimationEdit(clips: [.init(.custom(tagged), tag: "a")])).info.notes == [])
    let plain = AnimationEdit(clips: [.init(Self.clip(10, 1)), .init(Self.clip(20, 1))])
    let error = #expect(throws: PartFailure.self) {
      try open(AnimationEdit(clips: [.init(Self.clip(10, 1)), .init(.edit(plain), tag: "a")]))
    }
    let refusal = try #require(error?.error as? EditError)
    #expect(refusal == .tag(clip: 1, "a"))
    #expect(
      refusal.reason.description
        == "clip 2 has the tag \"a\", but its input has no named animations")
    #expect(refusal.remedy?.description == "leave out \"tag\"")
  }

  @Test func inputsDecideHowOftenTheyArePlayed() throws {
    let once = Self.clip(10, 1, plays: .plays(1))
    let same = try open(AnimationEdit(joining: [once, Self.clip(20, 1, plays: .plays(1))])).info
    #expect(same.plays == .plays(1))
    #expect(same.declaresPlays)
    #expect(same.notes.isEmpty)
    var edit = AnimationEdit(joining: [once, Self.clip(20, 1, plays: .plays(3))])
    let other = try open(edit).info
    #expect(other.plays == .forever)
    #expect(!other.declaresPlays)
    #expect(
      other.notes.map { $0.text(.options) } == [
        "the inputs play a different number of times, so the edit plays for ever; \"loops\" of "
          + "the edit or --loops chooses"
      ])
    edit.plays = .plays(2)
    #expect(try open(edit).info.plays == .plays(2))
    #expect(try open(edit).info.notes.isEmpty)
  }

  @Test func theOverlayIsCountedAsMemory() throws {
    var edit = AnimationEdit(clips: [.init(Self.clip(10, 1))])
    let without = try open(edit).decodingBytes
    let size = PixelSize(width: 40, height: 30)
    edit.overlay = .init(Self.clip(20, 1, size: size))
    #expect(try open(edit).decodingBytes == without + PixelBuffer.Pool.byteCount(size))
  }

  @Test func theOnlyClipDecidesHowOftenItIsPlayed() throws {
    var edit = AnimationEdit(clips: [.init(Self.clip(10, 2))])
    #expect(try open(edit).info.plays == .plays(2))
    #expect(try open(edit).info.declaresPlays)
    edit.plays = .plays(7)
    #expect(try open(edit).info.plays == .plays(7))
  }

  @Test func aPartOfThePictureIsShown() throws {
    let input = Self.clip(10, 2)
    let crop = PixelRect(x: 1, y: 2, width: 3, height: 2)
    let source = try open(AnimationEdit(clips: [.init(input, crop: crop)]))
    #expect(source.info.size == crop.size)
    let whole = try openSource(input).allPixels()
    let expected = whole.map { pixels in
      (2..<4).flatMap { y in (1..<4).map { pixels[y * 5 + $0] } }
    }
    #expect(try source.allPixels() == expected)
  }

  @Test func differentSizesAreRefusedOrFitted() throws {
    let small = PixelSize(width: 3, height: 2)
    var edit = AnimationEdit(joining: [Self.clip(10, 1), Self.clip(20, 1, size: small)])
    let error = #expect(throws: PartFailure.self) { try open(edit) }
    let refusal = try #require(error?.error as? EditError)
    #expect(refusal == .unequalSizes("clip20", small, first: "clip10", expected: Self.size))
    #expect(refusal.reason.description == "clip20 is 3x2, but clip10 is 5x4")
    #expect(
      refusal.remedy?.text(.options)
        == "--sizes pad centres them on the largest size, contain also "
        + "enlarges them, and crop cuts them to the smallest size")
    edit.sizes = .pad
    let padded = try open(edit)
    #expect(padded.info.size == Self.size)
    let pictures = try padded.allPixels()
    #expect(pictures[0] == (try openSource(Self.clip(10, 1)).allPixels()[0]))
    let own = try openSource(Self.clip(20, 1, size: small)).allPixels()[0]
    var expected = [UInt32](repeating: 0, count: 20)
    for y in 0..<2 { for x in 0..<3 { expected[(y + 1) * 5 + x + 1] = own[y * 3 + x] } }
    #expect(pictures[1] == expected)
    edit.sizes = .crop
    #expect(try open(edit).info.size == small)
    edit.sizes = .contain
    #expect(try open(edit).info.size == Self.size)
  }

  @Test func clipsOfOneInputAreNumbered() throws {
    let input = Self.clip(10, 1)
    let crop = PixelRect(x: 0, y: 0, width: 3, height: 2)
    let error = #expect(throws: PartFailure.self) {
      try open(AnimationEdit(clips: [.init(input), .init(input, crop: crop)]))
    }
    #expect(
      (error?.error as? EditError)?.reason.description == "clip 2 is 3x2, but clip 1 is 5x4")
  }

  @Test func everyFrameIsTransformedAndOverlaid() throws {
    var edit = AnimationEdit(joining: [Self.clip(10, 2), Self.clip(20, 1)])
    let pool = PixelBuffer.Pool(size: PixelSize(width: 2, height: 1))
    edit.transform = .init(size: pool.size) { pixels, place in
      let green = pixels.rgbaWords[0] >> 8 & 255
      return pool.buffer { rgba in
        for pixel in 0..<2 {
          rgba[pixel * 4] = UInt8(green)
          rgba[pixel * 4 + 1] = UInt8(place.index * 10 + place.clip * 3 + place.sourceFrame)
          rgba[pixel * 4 + 2] = UInt8(place.start.numerator * 100 / place.start.denominator)
          rgba[pixel * 4 + 3] = 255
        }
      }
    }
    let dot = CustomInput(name: "dot") { _ in
      ArraySource([[0x80FF_FFFF, 0xFF01_0203]], size: PixelSize(width: 2, height: 1))
    }
    edit.overlay = .init(.custom(dot), x: 1, y: 0)
    let pictures = try open(edit).allPixels()
    #expect(pictures.map { $0[0] } == [0xFF00_000A, 0xFF04_0B0B, 0xFF09_1714])
    // The left half of the dot, half transparent over the transformed frame.
    #expect(pictures[0][1] == 0xFF80_8085)
    for (x, y) in [(2, 0), (.max, .min)] {
      edit.overlay = .init(.custom(dot), x: x, y: y)
      let error = #expect(throws: PartFailure.self) { try open(edit) }
      #expect(error?.name == "dot")
      #expect(error?.error as? EditError == .overlay(x: x, y: y, pool.size, canvas: pool.size))
    }
  }

  @Test func errorsOfATransformNameTheFrame() throws {
    struct Broken: Error {}
    var edit = AnimationEdit(clips: [.init(Self.clip(10, 3))])
    edit.transform = .init { pixels, place in
      if place.index == 1 { throw Broken() }
      return pixels
    }
    let source = try open(edit)
    _ = try source.next()
    let error = #expect(throws: CustomSourceError.self) { try source.next() }
    #expect(error?.frame == 1)
    #expect(error?.own is Broken)
    edit.transform = .init(size: PixelSize(width: 9, height: 9)) { pixels, _ in pixels }
    let other = try open(edit)
    #expect(throws: CustomSourceError.self) { try other.next() }
  }

  /// Frames in any order equal frames in order, and what changed covers every difference.
  @Test func orderDoesNotMatter() throws {
    var reversed = AnimationEdit.Clip(Self.clip(10, 6))
    reversed.direction = .bounce
    var edit = AnimationEdit(clips: [
      reversed, .init(Self.clip(50, 3), crop: PixelRect(x: 0, y: 0, width: 4, height: 4)),
      .init(Self.clip(90, 2)),
      .init(Self.clip(10, 6), ranges: [.frames(from: 4, to: 5)], repeats: 2),
    ])
    edit.sizes = .pad
    edit.overlay = .init(Self.clip(70, 1, size: PixelSize(width: 1, height: 1)), x: 3, y: 3)
    let source = try open(edit)
    var frames: [CanvasFrame] = []
    while let frame = try source.next() { frames.append(frame) }
    #expect(frames.count == source.info.frames.count)
    let pictures = frames.map(\.pixels.rgbaWords)
    for index in 1..<frames.count {
      let changed = frames[index].changed
      for y in 0..<4 {
        for x in 0..<5 where !changed.contains(PixelRect(x: x, y: y, width: 1, height: 1)) {
          #expect(pictures[index][y * 5 + x] == pictures[index - 1][y * 5 + x])
        }
      }
    }
    var generator = SeededGenerator(seed: 48)
    for _ in 0..<60 {
      let index = Int.random(in: 0..<frames.count, using: &generator)
      let start = source.restartPoint(for: index)
      #expect(0...index ~= start)
      try source.seek(to: start)
      for _ in start..<index { _ = try source.next() }
      let frame = try #require(try source.next())
      #expect(frame.index == index)
      #expect(frame.pixels.rgbaWords == pictures[index])
    }
  }

  @Test func repeatsAndInputsTakeNoMemory() throws {
    let pool = PixelBuffer.Pool(size: Self.size)
    let counted = CustomInput(name: "counted") { _ in
      let source = ArraySource(
        (0..<4).map { [UInt32](repeating: 0xFF00_0000 + $0, count: 20) }, size: Self.size)
      return PooledSource(source, pool)
    }
    var clips = [AnimationEdit.Clip(.custom(counted), repeats: 2000)]
    for base in 0..<50 { clips.append(.init(Self.clip(UInt32(base), 1))) }
    clips.append(.init(.custom(counted), repeats: 500))
    let source = try open(AnimationEdit(clips: clips))
    #expect(source.info.frames.count == 10_050)
    while try source.next() != nil {}
    #expect(pool.peakLive <= 3)
  }

  @Test func unchangedFramesAreNotReadAgain() throws {
    let held = AnimationEdit(clips: [
      .init(Self.clip(10, 3), ranges: Array(repeating: .frames(from: 1, to: 2), count: 3))
    ])
    let source = try open(held)
    let first = try #require(try source.next())
    let second = try #require(try source.next())
    #expect(first.changed == PixelRect(Self.size))
    #expect(second.changed.isEmpty)
    #expect(first.pixels === second.pixels)
  }

  /// Edits that cannot be made are refused before anything is read.
  @Test(
    arguments: [
      (AnimationEdit(clips: []), "the edit has no clips"),
      (
        AnimationEdit(clips: [.init(clip(10, 2), delays: [.seconds(1), .seconds(2), .seconds(3)])]),
        "clip 1 has 3 delays for 2 frames"
      ),
      (
        AnimationEdit(clips: [.init(clip(10, 2), delays: [.seconds(-1)])]),
        "delay 1 of clip 1 is not above zero, or longer than 68 years"
      ),
      (
        AnimationEdit(clips: [.init(clip(10, 2), delays: [.seconds(1), .seconds(3_000_000_000)])]),
        "delay 2 of clip 1 is not above zero, or longer than 68 years"
      ),
      (AnimationEdit(clips: [.init(clip(10, 2), repeats: 0)]), "clip 1 is shown 0 times"),
      (
        AnimationEdit(clips: [
          .init(clip(10, 2), crop: PixelRect(x: .max, y: 0, width: 5, height: 4))
        ]), "clip 1 shows the part 5x4+\(Int.max)+0, which is outside its input of 5x4"
      ),
      (
        AnimationEdit(clips: [.init(clip(10, 2), ranges: [.frames(from: 1, to: 3)])]),
        "clip 1 shows the range 1..<3, which is outside its input of 2 frames and 0.09 s"
      ),
      (
        AnimationEdit(clips: [
          .init(clip(10, 2), ranges: [.times(from: .seconds(1), to: .seconds(2))])
        ]), "clip 1 shows the range 1s..2s, which is outside its input of 2 frames and 0.09 s"
      ),
      (
        AnimationEdit(clips: [.init(clip(10, 2), ranges: [.frames(from: 1, to: 1)])]),
        "the range 1..<1 of clip 1 is empty"
      ),
      (
        AnimationEdit(clips: [.init(.standardInput)]),
        "standard input can be read only once, but the inputs of an edit are read more than once"
      ),
    ] as [(AnimationEdit, String)])
  func impossibleEditsAreRefused(edit: AnimationEdit, reason: String) throws {
    let error = #expect(throws: (any Error).self) { try open(edit) }
    let own = (error as? PartFailure)?.error ?? error
    #expect((own as? any StageFailure)?.reason.description == reason)
  }

  @Test func hugeEditsAreRefusedQuickly() throws {
    let clip = AnimationEdit.Clip(Self.clip(10, 4))
    func limit(_ edit: AnimationEdit) -> Int? {
      let error = #expect(throws: (any Error).self) { try open(edit) }
      guard
        case .limitExceeded(.frames, let value, 200_000)? =
          ((error as? PartFailure)?.error ?? error)
          as? ReadingError
      else { return nil }
      return value
    }
    let clock = ContinuousClock()
    let time = clock.measure {
      #expect(limit(AnimationEdit(clips: Array(repeating: clip, count: 1_000_000))) == 1_000_000)
      var repeated = clip
      repeated.repeats = .max
      #expect(limit(AnimationEdit(clips: [repeated])) == .max)
      // Repeats of repeats.
      var nested = AnimationEdit.Clip(Self.clip(10, 4), repeats: 100)
      for _ in 0..<8 { nested = .init(.edit(AnimationEdit(clips: [nested])), repeats: 100) }
      #expect(limit(AnimationEdit(clips: [nested])) == 4_000_000)
      var parts = clip
      parts.ranges = Array(repeating: .frames(from: 0, to: nil), count: 1_000_000)
      #expect(limit(AnimationEdit(clips: [parts])) == 200_004)
    }
    #expect(time < .seconds(5))
    var deep = clip
    for _ in 0..<20 { deep = .init(.edit(AnimationEdit(clips: [deep]))) }
    let error = #expect(throws: PartFailure.self) { try open(AnimationEdit(clips: [deep])) }
    #expect(error?.error as? EditError == .tooDeep(allowed: 16))
  }
}

/// Two frames; the first has a tag.
private final class TaggedSource: FrameSource {
  let info: SourceInfo
  private let source = ArraySource(
    [[0xFF00_0001], [0xFF00_0002]], size: PixelSize(width: 1, height: 1))

  init() {
    var info = source.info
    info.named = NamedAnimations(tags: [AtlasTag(whole: "a", count: 1, plays: nil)])
    self.info = info
  }

  func next() throws -> CanvasFrame? { try source.next() }

  func seek(to index: Int) throws { try source.seek(to: index) }
}

/// Another source's frames in buffers of a pool.
private final class PooledSource: FrameSource {
  let info: SourceInfo
  private let source: any FrameSource
  private let pool: PixelBuffer.Pool

  init(_ source: any FrameSource, _ pool: PixelBuffer.Pool) {
    (self.source, self.pool, info) = (source, pool, source.info)
  }

  func next() throws -> CanvasFrame? {
    guard let frame = try source.next() else { return nil }
    let pixels = pool.take()
    pixels.copy(PixelRect(info.size), from: frame.pixels)
    return CanvasFrame(index: frame.index, pixels: pixels, changed: frame.changed)
  }

  func seek(to index: Int) throws { try source.seek(to: index) }
}
