import AnimTiming
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages

/// Compiles the examples of the documentation's articles unchanged, and runs them.
///
/// Has the imports of a user of the library, and no others.
@Suite struct DocumentationExampleTests {
  static let articles = [
    "ConvertAFile", "ReadFrames", "PlayInABudget", "RecordYourOwnFrames", "WriteASource",
    "RunManyAtOnce", "EditAnimations", "OwnKinds",
  ]

  private let input = SourceTree.root.appending("Tests/Fixtures/orbit.gif")

  @Test func errorsAreShownInOwnWords() async throws {
    let conversion = Conversion(
      input: .bytes([], name: "in.gif"), output: .bytes(AnimationOutput.Bytes()))
    do {
      try await Converter(conversion).run()
    } catch let error as ConversionError {
      switch error.code {
      case .overLimit(_, let value, let allowed): print("Too large: \(value), over \(allowed).")
      case .unknownFormat(let looksLike?): print("This is \(looksLike).")
      case .unknownFormat, .unsupportedFeature: print("This file cannot be opened.")
      case .damaged, .truncated, .empty: print("The file is damaged or incomplete.")
      case .noSpace: print("The disk is full.")
      case .cancelled: break
      default: print(error)
      }
    }
  }

  @Test func thePlayerOfTheDocumentationIsAProgram() throws {
    let article = try String(
      contentsOfFile: SourceTree.root.appending(
        "Sources/AnimConv/AnimConv.docc/WriteAPlayer.md"
      ).string, encoding: .utf8)
    let program = try String(
      contentsOfFile: SourceTree.root.appending("Tests/Programs/Sources/Player/main.swift").string,
      encoding: .utf8)
    let code = try #require(program.range(of: "import AnimPlay")).lowerBound
    #expect(article.contains("```swift\n\(program[code...])```"))
  }

  @Test(arguments: articles)
  func everyExampleOfAnArticleIsCompiledHere(article: String) throws {
    let folder = SourceTree.root.appending("Sources/AnimConv/AnimConv.docc")
    let text = try String(
      contentsOfFile: folder.appending("\(article).md").string, encoding: .utf8)
    let here = try String(contentsOfFile: #filePath, encoding: .utf8)
    let examples = text.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0].split(separator: "\n", omittingEmptySubsequences: false)
    }
    #expect(examples.count >= 2)
    for example in examples {
      let isHere = ["", "    ", "      "].contains { indentation in
        here.contains(
          example.map { $0.isEmpty ? "" : indentation + $0 }.joined(separator: "\n"))
      }
      #expect(isHere, "\(example.joined(separator: "\n"))")
    }
  }

  @Test func aFileIsConverted() async throws {
    try await TemporaryFolder.with { folder in
      let output = folder.appending("out.mp4")
      var conversion = Conversion(input: .path(input), output: .file(output))
      conversion.overwriting = .replace
      conversion.shaping.matte = RGBColor(red: 255, green: 255, blue: 255)
      let report = try await Converter(conversion).run()
      print(report.frameCount, "frames,", report.total)
      #expect(report.frameCount == 24)
      #expect(folder.names == ["out.mp4"])
    }
  }

  @Test func chosenFramesAreRead() async throws {
    func consume(_ rgba: UnsafeRawBufferPointer) { #expect(!rgba.isEmpty) }
    for try await frame in VideoFrames(.path(input), every: .seconds(1)) {
      frame.pixels.withBytes { rgba in consume(rgba) }
      print(frame.frame, frame.start, frame.pts ?? 0)
    }
    let moments: [AnimationTimeline.FrameMoment] = [.time(.seconds(1)), .frame(0)]
    for try await frame in VideoFrames(.path(input), at: moments) {
      print(frame.requested, frame.duration)
    }
  }

  @Test func outputsShareTheDecoding() async throws {
    try await TemporaryFolder.with { folder in
      let file = input
      let conversions = ["hero.mp4", "hero.webm"].map { name in
        Conversion(input: .path(file), output: .file(folder.appending(name)))
      }
      let reports = try await Converter.run(conversions)
      #expect(reports.map(\.frameCount) == [24, 24])
      #expect(folder.names == ["hero.mp4", "hero.webm"])
    }
  }

  @Test func clipsAreJoined() async throws {
    @Sendable func inverted(_ pixels: PixelBuffer, _ rgba: UnsafeMutableRawBufferPointer) {
      pixels.withBytes { bytes in
        for offset in rgba.indices {
          rgba[offset] = offset % 4 == 3 ? bytes[offset] : 255 - bytes[offset]
        }
      }
    }
    try await TemporaryFolder.with { folder in
      let output = folder.appending("out.webp")
      let (input, title, logo) = (
        AnimationInput.path(input), AnimationInput.path(input), AnimationInput.path(input)
      )
      var edit = AnimationEdit(clips: [
        .init(input, ranges: [.frames(from: 0, to: 8)], speed: TimingEdits.Speed(2)),
        .init(
          input, delays: [.milliseconds(40)], crop: PixelRect(x: 0, y: 0, width: 48, height: 66)),
      ])
      edit.sizes = .pad
      try await Converter(Conversion(input: .edit(edit), output: .file(output))).run()
      let clip = AnimationEdit.Clip(input)
      let (start, end) = clip.split(before: 12)
      let inserted = AnimationEdit(clips: [start, .init(title, repeats: 2), end])
      let shorter = AnimationEdit(clips: [clip.removing(3..<20)])
      let animation = try await AnimatedImage(.edit(edit))
      #expect(animation.count == 8 + 24)
      let pool = PixelBuffer.Pool(size: animation.size)
      edit.transform = .init { pixels, frame in
        frame.clip == 1 ? pixels : pool.buffer { rgba in inverted(pixels, rgba) }
      }
      edit.overlay = .init(logo, x: 4, y: 4)
      #expect(try await AnimatedImage(.edit(inserted)).count == 24 * 3)
      #expect(try await AnimatedImage(.edit(shorter)).count == 24 - 17)
      edit.overlay = nil
      let transformed = try await AnimatedImage(.edit(edit))
      let before = try await animation.frame(at: 0).pixels.bytes()
      let after = try await transformed.frame(at: 0).pixels.bytes()
      let opaque = stride(from: 0, to: before.count, by: 4).filter { before[$0 + 3] == 255 }
      #expect(opaque.count > 100)
      #expect(opaque.allSatisfy { before[$0] == 255 - after[$0] })
    }
  }

  @Test func measuresTheLoss() async throws {
    try await TemporaryFolder.with { folder in
      let output = folder.appending("out.webp")
      try await Converter(Conversion(input: .path(input), output: .file(output))).run()
      let comparison = try await OutputComparison(of: .path(output), with: .path(input))
      print("SSIM", comparison.ssim, "least in frame", comparison.worst.index)
      print("starts differ by at most", comparison.largestShift)
      #expect(comparison.ssim > 0.9)
    }
  }

  @Test func bytesBecomeBytes() async throws {
    let upload = Self.smallGIF
    let webp = AnimationOutput.Bytes(name: "sticker")
    var conversion = Conversion(
      input: AnimationInput(bytes: upload, name: "upload"), output: .bytes(webp))
    conversion.kind = .webp
    try await Converter(conversion).run()
    print(webp.value.count, "bytes")
    #expect(webp.value.starts(with: Array("RIFF".utf8)))
  }

  @Test func aPlanIsMadeWithoutWriting() async throws {
    try await TemporaryFolder.with { folder in
      let conversion = Conversion(
        input: .path(input), output: .file(folder.appending("out.mp4")))
      let plan = try await Converter(conversion).plan()
      for note in plan.notes { print(note) }
      print(plan.frameCount, "frames,", plan.timeline.totalTime)
      #expect(plan.timeline.totalTime == RationalTime(19, 10))
      #expect(folder.names.isEmpty)
    }
  }

  @Test func aReportIsStored() async throws {
    try await TemporaryFolder.with { folder in
      let conversion = Conversion(
        input: .path(input), output: .file(folder.appending("out.apng")))
      let report = try await Converter(conversion).run()
      let stored = try JSONEncoder().encode(report.summary)
      let summary = try JSONDecoder().decode(Conversion.Report.Summary.self, from: stored)
      print(summary.plan.timeline.totalTime.formatted())
      #expect(summary == report.summary)
      #expect(summary.plan.timeline.totalTime.formatted() == "1.9 s")
    }
  }

  @Test func aConversionIsCancelled() async throws {
    try await TemporaryFolder.with { folder in
      let conversion = Conversion(
        input: .path(input), output: .file(folder.appending("out.mp4")))
      let task = Task {
        try await Converter(conversion).run { progress in
          print(progress.phase, progress.framesDone, "of", progress.framesTotal)
        }
      }
      task.cancel()
      let result = await task.result
      let error = #expect(throws: ConversionError.self) { _ = try result.get() }
      #expect(error?.kind == .cancelled)
      #expect(folder.names.isEmpty)
    }
  }

  @Test func framesAreReadInOrder() async throws {
    let bytes = Mutex(0)
    func consume(_ rgba: UnsafeRawBufferPointer) { bytes.withLock { $0 += rgba.count } }
    let animation = try await AnimatedImage(.path(input))
    for try await frame in animation.frames {
      frame.pixels.withBytes { rgba in consume(rgba) }
      print(frame.index, frame.start, frame.duration)
    }
    #expect(bytes.withLock { $0 } == animation.size.area * 4 * 24)
  }

  @Test func framesAreReadAnywhere() async throws {
    let animation = try await AnimatedImage(.path(input))
    let middle = try await animation.frame(at: animation.count / 2)
    let afterOneSecond = try await animation.frame(at: RationalTime.seconds(1))
    let small = try await animation.frame(at: 0, fitting: PixelSize(width: 128, height: 128))
    #expect(middle.index == 12)
    #expect(afterOneSecond.start <= .seconds(1))
    try TemporaryFolder.with { folder in
      let poster = folder.appending("poster.png")
      try middle.pixels.write(to: poster)
      #expect(folder.names == ["poster.png"])
    }
    #expect(small.pixels.size.width <= 128 && small.pixels.size.height <= 128)
    var shown: [Int] = []
    func show(_ frame: AnimatedImage.Frame) { shown.append(frame.index) }
    let index = 12
    if let frame = animation.frameIfReady(at: index) {
      show(frame)
    }
    #expect(shown == [12])
  }

  @Test func anAnimationIsPlayedInTime() async throws {
    var shown: [Int] = []
    func show(_ frame: AnimatedImage.Frame) { shown.append(frame.index) }
    let recording = try FrameRecording(size: PixelSize(width: 64, height: 48))
    for step in 0..<10 { try recording.append(drawn(step), duration: .milliseconds(20)) }
    let animation = try await AnimatedImage(recording.input)
    var playing = try await animation.start(.skip)
    show(playing.first)
    let start = ContinuousClock.now
    var position = playing.cursor.advance(to: .zero)
    while let change = position.nextChange {
      try await Task.sleep(until: start + Duration(change))
      position = playing.cursor.advance(to: RationalTime(ContinuousClock.now - start))
      if position.isFinished { break }
      show(try await animation.frame(at: position.frame))
    }
    #expect(ContinuousClock.now - start >= .milliseconds(200))
    #expect(shown.first == 0)
    #expect(shown == shown.sorted())
    #expect(position.isFinished)
  }

  @Test func animationsShareABudget() async throws {
    try await TemporaryFolder.with { folder in
      let other = folder.appending("other.gif")
      try folder.write(Self.smallGIF, to: "other.gif")
      let budget = FrameBudget(bytes: 64 << 20)
      let first = try await AnimatedImage(.path(input), budget: budget)
      let second = try await AnimatedImage(.path(other), budget: budget)
      print(budget.usedBytes, "of", 64 << 20)
      #expect(first.size == PixelSize(width: 99, height: 67) && first.count == 24)
      #expect(second.size == PixelSize(width: 40, height: 30) && second.count == 5)
      for index in 0..<24 { _ = try await first.frame(at: index) }
      for index in 0..<5 {
        let frame = try await second.frame(at: index)
        #expect(frame.pixels.withBytes { $0.count } == second.size.area * 4)
      }
      #expect(budget.usedBytes == (24 * first.size.area + 5 * second.size.area) * 4)
      budget.trim(.warning)
      let watch = FrameBudget.PressureWatch(budget)
      #expect(budget.usedBytes <= (first.size.area + second.size.area) * 4)
      withExtendedLifetime(watch) {}
    }
  }

  /// Another animation than the fixture: fewer frames of another size.
  private static let smallGIF: [UInt8] = {
    var gif = GIFBuilder(40, 30)
    for index in 0..<5 { gif.frame(.init(w: 40, h: 30, fill: UInt8(index % 4), delay: 10)) }
    gif.end()
    return gif.bytes
  }()

  /// A picture whose rows fill up with green.
  private func drawn(_ step: Int) -> [UInt8] {
    var rgba: [UInt8] = []
    for pixel in 0..<64 * 48 {
      let red = UInt8(pixel % 64 * 4)
      let green = UInt8(pixel < step * 64 ? 255 : 0)
      rgba += [red, green, UInt8(step * 8), 255]
    }
    return rgba
  }

  @Test func aProgramRecordsItself() async throws {
    try await TemporaryFolder.with { folder in
      let output = folder.appending("out.mp4")
      let recording = try FrameRecording(size: PixelSize(width: 64, height: 48), plays: .forever)
      for step in 0..<30 {
        try recording.append(drawn(step), duration: .milliseconds(40))
      }
      try recording.append(drawn(30), duration: .seconds(2))
      let conversion = Conversion(input: recording.input, output: .file(output))
      try await Converter(conversion).run()
      #expect(folder.names == ["out.mp4"])
      let animation = try await AnimatedImage(recording.input)
      #expect(animation.count == 31)
      #expect(animation.timeline.totalTime == RationalTime(32, 10))
      let last = try await animation.frame(at: 30)
      #expect(last.pixels.withBytes { Array($0) } == drawn(30))
    }
  }

  @Test func aProgramWritesWhileItDraws() async throws {
    try await TemporaryFolder.with { folder in
      let output = folder.appending("out.mp4")
      let writer = try await AnimationWriter(
        to: .file(output), size: PixelSize(width: 64, height: 48))
      for step in 0..<30 {
        try await writer.append(drawn(step), at: .milliseconds(Int64(step) * 40))
      }
      try await writer.finish(at: .seconds(2))
      let animation = try await AnimatedImage(.path(output))
      #expect(animation.count == 30)
      #expect(animation.timeline.totalTime == .seconds(2))
    }
  }

  @Test func aServerStartsManyAtOnce() async throws {
    try await TemporaryFolder.with { folder in
      let files = try (0..<20).map { index in
        try folder.write(Self.smallGIF, to: "\(index).gif")
        return folder.appending("\(index).gif")
      }
      await withTaskGroup(of: Void.self) { group in
        for file in files {
          group.addTask {
            let output = file.removingLastComponent().appending("\(file.stem!).webp")
            let conversion = Conversion(input: .path(file), output: .file(output))
            do { try await Converter(conversion).run() } catch { print(error) }
          }
        }
      }
      #expect(folder.names.count == 40)
      let conversion = Conversion(
        input: .path(files[0]), output: .file(folder.appending("a.mp4")))
      let background = ConversionLimits(processors: 1, memory: 256 << 20)
      try await Converter(conversion, limits: background).run()
      #expect(folder.names.count == 41)
    }
  }

  @Test func aFileOfAnyoneIsConvertedWithinBounds() async throws {
    try await TemporaryFolder.with { folder in
      let (name, output) = ("upload", folder.appending("out.webp"))
      let upload = try TemporaryFolder.bytes(of: input)
      var conversion = Conversion(input: .bytes(upload, name: name), output: .file(output))
      conversion.reading.limits.maxInputBytes = 20_000_000
      conversion.resources.deadline = .now + .seconds(10)
      conversion.resources.maxOutputBytes = 50_000_000
      conversion.resources.maxTemporaryBytes = 200_000_000
      conversion.resources.temporaryFolder = "/var/spool/converting"
      // Many tests wait for the same limits.
      conversion.resources.deadline = nil
      for try await event in Converter(conversion).events() {
        switch event {
        case .progress(let progress): print(progress.framesDone, "of", progress.framesTotal)
        case .tried(let tried): print(tried.byteCount, "bytes")
        case .finished(let report): print("waited", report.usage.waiting)
        }
      }
      #expect(folder.names == ["out.webp"])
    }
  }

  @Test func aSourceOfTheCallersOwnIsConvertedAndPlayed() async throws {
    try await TemporaryFolder.with { folder in
      let output = folder.appending("out.mp4")
      let pulse = CustomInput(name: "pulse") { _ in Pulse(size: PixelSize(width: 32, height: 32)) }
      try await Converter(Conversion(input: .custom(pulse), output: .file(output))).run()
      let animation = try await AnimatedImage(.custom(pulse))
      #expect(folder.names == ["out.mp4"])
      #expect(try await animation.frame(at: 7).pixels.withBytes { $0[0] } == 70)
      #expect(try await !animation.hasAlpha)
    }
  }

  @Test func kindsOfTheProgramAreReadAndWritten() async throws {
    try await TemporaryFolder.with { folder in
      let output = folder.appending("out.gray")
      var conversion = Conversion(input: .path(input), output: .file(output))
      conversion.kind = .custom(GrayVideo())
      let report = try await Converter(conversion).run()
      #expect(report.frameCount == 24)
      conversion.input = .path(output)
      conversion.output = .file(folder.appending("again.gray"))
      let kind = CustomInput.Kind(
        name: "gray video", recognizes: { head, _ in head.starts(with: "GRAY ".utf8) },
        open: { file, _ in try GrayFile(file) })
      conversion.reading.kinds = [kind]
      conversion.timing.delayRule = Conversion.Timing.DelayRule { delays in
        delays.map { max($0.time ?? .zero, .milliseconds(20)) }
      }
      let again = try await Converter(conversion).run()
      #expect(again.frameCount == 24)
      let bytes = try (folder.bytes(of: "out.gray"), folder.bytes(of: "again.gray"))
      #expect(bytes.0 == bytes.1 && bytes.0.count > 24 * 99 * 67)
    }
  }

  @Test func readsSourcesThatPollOrAwait() async throws {
    let slow = CustomInput(name: "slow") { options, token in
      Slow(size: PixelSize(width: 32, height: 32), token: token)
    }
    #expect(try await AnimatedImage(.custom(slow)).frame(at: 3).index == 3)
    let camera = CustomInput(name: "camera", awaiting: { _ in Camera() })
    #expect(try await AnimatedImage(.custom(camera)).frame(at: 3).index == 3)
  }
}

/// A source that regularly checks whether its result is still needed.
private final class Slow: FrameSource {
  let info: SourceInfo
  private let pulse: Pulse
  private let token: CustomInput.CancellationToken

  init(size: PixelSize, token: CustomInput.CancellationToken) {
    pulse = Pulse(size: size)
    info = pulse.info
    self.token = token
  }

  func next() throws -> CanvasFrame? {
    try token.check()
    return pulse.next()
  }

  func seek(to index: Int) { pulse.seek(to: index) }
}

/// A source that waits for its frames without a thread.
private actor Camera: AsyncFrameSource {
  let info: SourceInfo
  private let pulse: Pulse

  init() {
    let pulse = Pulse(size: PixelSize(width: 32, height: 32))
    info = pulse.info
    self.pulse = pulse
  }

  func next() async throws -> CanvasFrame? {
    try await Task.sleep(for: .milliseconds(1))
    return pulse.next()
  }

  func seek(to index: Int) { pulse.seek(to: index) }
}

struct GrayVideo: OutputKind.Definition {
  let name = "gray"
  let storesAlpha = false

  func makeWriter(_ plan: OutputKind.Plan) -> any OutputKind.Writer { GrayWriter(plan) }
}

final class GrayWriter: OutputKind.Writer {
  private let plan: OutputKind.Plan

  init(_ plan: OutputKind.Plan) { self.plan = plan }

  func write(_ frame: PixelBuffer, index: Int, to file: OutputKind.File) throws {
    if index == 0 { try file.append([UInt8](("GRAY \(plan.size)\n").utf8)) }
    let time = plan.timeline.durationTime(of: index)
    try file.append([UInt8]("\(time.numerator)/\(time.denominator)\n".utf8))
    try file.append(
      frame.withBytes { rgba in stride(from: 0, to: rgba.count, by: 4).map { rgba[$0 + 1] } })
  }
}

/// Reads what ``GrayVideo`` writes.
private final class GrayFile: FrameSource {
  let info: SourceInfo
  private let pictures: [[UInt8]]
  private var position = 0

  init(_ file: CustomInput.File) throws {
    var rest = try file.bytes(at: 0, count: Int(file.byteCount))[...]
    func line() -> String {
      let text = rest.prefix { $0 != 10 }
      rest = rest.dropFirst(text.count + 1)
      return String(decoding: text, as: UTF8.self)
    }
    let size = PixelSize(parsing: String(line().dropFirst(5)))!
    var frames: [SourceInfo.Frame] = []
    var pictures: [[UInt8]] = []
    while !rest.isEmpty {
      let numbers = line().split(separator: "/").map { Int64($0)! }
      frames.append(
        SourceInfo.Frame(
          delay: .declared(ticks: numbers[0], timebase: Timebase(1, numbers[1])),
          rect: PixelRect(size), disposal: .keep, blend: .source))
      pictures.append(Array(rest.prefix(size.width * size.height)))
      rest = rest.dropFirst(size.width * size.height)
    }
    self.pictures = pictures
    info = SourceInfo(
      kind: .custom, size: size, frames: frames, plays: .forever, declaresPlays: false,
      alpha: .absent, defaultPolicy: .verbatim(zeroDelay: nil))
  }

  func next() -> CanvasFrame? {
    guard position < pictures.count else { return nil }
    defer { position += 1 }
    let gray = pictures[position]
    let pixels = PixelBuffer.Pool(size: info.size).buffer { rgba in
      for place in rgba.indices { rgba[place] = place % 4 == 3 ? 255 : gray[place / 4] }
    }
    return CanvasFrame(index: position, pixels: pixels, changed: PixelRect(info.size))
  }

  func seek(to index: Int) { position = index }
}

final class Pulse: FrameSource {
  let info: SourceInfo
  private let pool: PixelBuffer.Pool
  private var position = 0

  init(size: PixelSize) {
    let frame = SourceInfo.Frame(
      delay: .milliseconds(40), rect: PixelRect(size), disposal: .keep, blend: .source)
    info = SourceInfo(
      kind: .custom, size: size, frames: Array(repeating: frame, count: 25), plays: .forever,
      declaresPlays: true, alpha: .absent, defaultPolicy: .verbatim(zeroDelay: nil))
    pool = PixelBuffer.Pool(size: size)
  }

  func next() -> CanvasFrame? {
    guard position < info.frames.count else { return nil }
    defer { position += 1 }
    let gray = UInt8(position * 10)
    let pixels = pool.buffer { rgba in
      for offset in rgba.indices { rgba[offset] = offset % 4 == 3 ? 255 : gray }
    }
    return CanvasFrame(index: position, pixels: pixels, changed: PixelRect(info.size))
  }

  func seek(to index: Int) { position = index }
}
