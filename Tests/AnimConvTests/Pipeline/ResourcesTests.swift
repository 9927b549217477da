import AnimPlay
import AnimTiming
import Foundation
import FrameTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages
@testable import Threads

/// What one conversion may take: time, places and bytes.
@Suite struct ResourcesTests {
  @TaskLocal static var request = "none"

  private static let size = PixelSize(width: 32, height: 32)

  /// Noise, so that no output is small.
  private final class Noise: FrameSource {
    let info: SourceInfo
    private let seen: @Sendable (Int) -> Void
    private var position = 0

    init(_ count: Int, _ seen: @escaping @Sendable (Int) -> Void) {
      self.seen = seen
      let size = ResourcesTests.size
      let frame = SourceInfo.Frame(
        delay: .centiseconds(5), rect: PixelRect(size), disposal: .keep, blend: .source)
      info = SourceInfo(
        kind: .custom, size: size, frames: Array(repeating: frame, count: count), plays: .forever,
        declaresPlays: true, alpha: .absent, defaultPolicy: .browser)
    }

    func next() throws -> CanvasFrame? {
      if position == info.frames.count { return nil }
      seen(position)
      defer { position += 1 }
      var random = SeededGenerator(seed: UInt64(position + 1))
      let pixels = PixelBuffer.Pool(size: info.size).buffer { bytes in
        for place in bytes.indices {
          bytes[place] = place % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &random)
        }
      }
      return CanvasFrame(index: position, pixels: pixels, changed: PixelRect(info.size))
    }

    func seek(to index: Int) { position = index }
  }

  private func noise(
    _ count: Int = 20, seen: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> AnimationInput {
    .custom(CustomInput(name: "noise") { _ in Noise(count, seen) })
  }

  private func failure(
    _ conversion: Conversion, limits: ConversionLimits = .shared
  ) async -> ConversionError? {
    await #expect(throws: ConversionError.self) {
      try await Converter(conversion, limits: limits).run()
    }
  }

  @Test func aDeadlineEndsAConversionThatRunsAndLeavesNothing() async throws {
    try await TemporaryFolder.with { folder in
      let read = Atomic(0)
      let input = noise(10_000) { _ in
        read.add(1, ordering: .relaxed)
        usleep(5000)
      }
      var conversion = Conversion(input: input, output: .file(folder.appending("out.webp")))
      conversion.resources.deadline = .now + .milliseconds(200)
      let error = await failure(conversion)
      #expect(error?.code == .deadlineExceeded && error?.kind == .cancelled)
      #expect(error?.reason.description == "its deadline has passed")
      #expect(read.load(ordering: .relaxed) < 10_000)
      #expect(folder.names.isEmpty)

      conversion.resources.deadline = .now - .seconds(1)
      #expect(await failure(conversion)?.code == .deadlineExceeded)
    }
  }

  @Test func aDeadlineThatIsNotReachedChangesNothing() async throws {
    try await TemporaryFolder.with { folder in
      var conversion = Conversion(input: noise(3), output: .file(folder.appending("out.webp")))
      conversion.resources.deadline = .now + .seconds(86_400)
      let report = try await Converter(conversion).run()
      #expect(report.frameCount == 3)
      let other = Conversion(
        input: noise(3), output: .file(folder.appending("missing/out.webp")))
      conversion.output = other.output
      let (bounded, plain) = (await failure(conversion), await failure(other))
      #expect(bounded?.code == plain?.code && bounded?.code != .deadlineExceeded)
    }
  }

  @Test func cancellingIsNoDeadline() async throws {
    try await TemporaryFolder.with { folder in
      let started = AsyncStream.makeStream(of: Void.self)
      var conversion = Conversion(
        input: noise(10_000) { _ in
          started.continuation.yield()
          usleep(5000)
        }, output: .file(folder.appending("out.webp")))
      conversion.resources.deadline = .now + .seconds(86_400)
      let task = Task { [conversion] in await failure(conversion) }
      for await _ in started.stream { break }
      task.cancel()
      #expect(await task.value?.code == .cancelled)
    }
  }

  /// One conversion holds the only place until it is told to go on.
  private func whileBusy(
    _ limits: ConversionLimits, _ body: (_ letGo: @Sendable () -> Void) async throws -> Void
  ) async throws {
    let holding = AsyncStream.makeStream(of: Void.self)
    let letGo = BoundedQueue<Void>(capacity: 1)
    let input = noise(1) { _ in
      holding.continuation.yield()
      _ = try? letGo.pop()
    }
    async let held = {
      var conversion = Conversion(input: input, output: .bytes(AnimationOutput.Bytes()))
      conversion.kind = .webp
      return try await Converter(conversion, limits: limits).run()
    }()
    for await _ in holding.stream { break }
    try await body { letGo.close(.success(())) }
    letGo.close(.success(()))
    _ = try await held
  }

  @Test func aDeadlineEndsAConversionThatWaits() async throws {
    let limits = ConversionLimits(processors: 1)
    try await whileBusy(limits) { _ in
      let opened = Atomic(false)
      var conversion = Conversion(
        input: noise { _ in opened.store(true, ordering: .relaxed) },
        output: .bytes(AnimationOutput.Bytes()))
      conversion.kind = .webp
      conversion.resources.deadline = .now + .milliseconds(50)
      #expect(await failure(conversion, limits: limits)?.code == .deadlineExceeded)
      #expect(!opened.load(ordering: .relaxed) && limits.waiting == 0)
    }
  }

  @Test func higherPrioritiesStartFirst() async throws {
    let limits = ConversionLimits(processors: 1)
    let order = GuardedState<[String]>([])
    try await withThrowingTaskGroup(of: Duration.self) { group in
      try await whileBusy(limits) { letGo in
        let wanted: [(String, TaskPriority)] = [
          ("low 1", .low), ("high 1", .high), ("medium", .medium), ("low 2", .low),
          ("high 2", .high),
        ]
        for (number, (name, priority)) in wanted.enumerated() {
          group.addTask {
            var conversion = Conversion(
              input: noise(1) { _ in order.withLock { if $0.last != name { $0.append(name) } } },
              output: .bytes(AnimationOutput.Bytes()))
            conversion.kind = .webp
            conversion.resources.priority = priority
            return try await Converter(conversion, limits: limits).run().usage.waiting
          }
          while limits.waiting <= number { try await Task.sleep(for: .milliseconds(1)) }
        }
        try await Task.sleep(for: .milliseconds(30))
        letGo()
      }
      for try await waiting in group { #expect(waiting >= .milliseconds(30)) }
    }
    #expect(order.withLock { $0 } == ["high 1", "high 2", "medium", "low 1", "low 2"])
  }

  @Test(arguments: ["out.gif", "out.png", "out.webp", "out.mp4", "frames/", "out.zip", "out.json"])
  func anOutputThatGrowsTooLargeIsStopped(name: String) async throws {
    try await TemporaryFolder.with { folder in
      let read = Atomic(0)
      var conversion = Conversion(
        input: noise(600) { _ in read.add(1, ordering: .relaxed) },
        output: .file(folder.appending(name)))
      if name == "out.json" { conversion.kind = .sheet }
      if name == "frames/" { conversion.kind = .frameFolder }
      conversion.video.crf = 0
      conversion.resources.maxOutputBytes = 60_000
      let error = try #require(await failure(conversion))
      guard case .tooLarge(let bytes, 60_000) = error.code else {
        Issue.record("\(error)")
        return
      }
      #expect(bytes > 60_000 && error.kind == .constraint)
      #expect(folder.names.isEmpty, "\(name)")
    }
  }

  @Test func aFolderIsStoppedLongBeforeItsEnd() async throws {
    try await TemporaryFolder.with { folder in
      let read = Atomic(0)
      var conversion = Conversion(
        input: noise(2000) { _ in read.add(1, ordering: .relaxed) },
        output: .file(folder.appending("frames/")))
      conversion.kind = .frameFolder
      conversion.resources.maxOutputBytes = 100_000
      #expect(await failure(conversion)?.kind == .constraint)
      #expect(read.load(ordering: .relaxed) < 200)
    }
  }

  @Test func aSearchMayPassTheLimitAndItsResultMayNot() async throws {
    try await TemporaryFolder.with { folder in
      var conversion = Conversion(input: noise(8), output: .file(folder.appending("out.gif")))
      conversion.sizeTarget.maxBytes = 9000
      conversion.resources.maxOutputBytes = 9000
      let report = try await Converter(conversion).run()
      #expect(report.tries.contains { $0.byteCount > 9000 })
      #expect(report.outputs[0].byteCount <= 9000)

      conversion.output = .file(folder.appending("other.gif"))
      conversion.resources.maxOutputBytes = report.outputs[0].byteCount - 1
      #expect(await failure(conversion)?.kind == .constraint)
      #expect(!FileManager.default.fileExists(atPath: folder.appending("other.gif").string))
    }
  }

  @Test func severalOutputsAreLimitedBeforeAnyAppears() async throws {
    try await TemporaryFolder.with { folder in
      let input = noise(8)
      let conversions = ["a.webp", "b.gif"].map { name in
        var conversion = Conversion(input: input, output: .file(folder.appending(name)))
        conversion.resources.maxOutputBytes = 8000
        return conversion
      }
      let error = await #expect(throws: ConversionError.self) {
        try await Converter.run(conversions)
      }
      #expect(error?.kind == .constraint)
      #expect(folder.names.isEmpty)
    }
  }

  @Test(arguments: ["out.mp4", "out.png", "out.avif"])
  func temporaryFilesHaveAQuotaAndAFolder(name: String) async throws {
    try await TemporaryFolder.with { folder in
      var conversion = Conversion(input: noise(60), output: .file(folder.appending(name)))
      // Packets of repeated plays, and rows of a page.
      conversion.timing.edits.loops = name == "out.mp4" ? 2 : 1
      conversion.video.crf = 0
      if name == "out.png" {
        conversion.kind = .sheet
        conversion.sheet.trims = true
      }
      conversion.resources.maxTemporaryBytes = 1000
      let error = await failure(conversion)
      #expect(error?.code == .noSpace, "\(error?.description ?? "")")
      #expect(error?.remedy?.description == "raise resources.maxTemporaryBytes")
      conversion.resources.maxTemporaryBytes = 100 << 20
      conversion.resources.temporaryFolder = folder.appending("missing")
      #expect(await failure(conversion)?.code == .system(errno: ENOENT))
      #expect(folder.names.isEmpty)
      conversion.resources.temporaryFolder = folder.path
      _ = try await Converter(conversion).run()
    }
  }

  /// Passes a GIF through a pipe.
  private func piped(_ bytes: [UInt8], _ body: (AnimationInput) async throws -> Void) async throws {
    let (read, write) = try FileDescriptor.pipe()
    let writing = Task.detached { _ = try? write.closeAfter { try write.writeAll(bytes) } }
    try await body(.descriptor(read, name: "pipe"))
    try read.close()
    await writing.value
  }

  @Test func copiesOfStreamsHaveAQuotaAndAFolder() async throws {
    let gif = ConverterTests.animation()
    try await TemporaryFolder.with { folder in
      try await piped(gif) { input in
        var conversion = Conversion(input: input, output: .file(folder.appending("out.gif")))
        conversion.resources.maxTemporaryBytes = Int64(gif.count - 1)
        #expect(await failure(conversion)?.code == .noSpace)
      }
      try await piped(gif) { input in
        var conversion = Conversion(input: input, output: .file(folder.appending("out.gif")))
        conversion.resources.temporaryFolder = folder.appending("missing")
        let error = await failure(conversion)
        #expect(error?.code == .system(errno: ENOENT))
        #expect(error?.description.contains("missing") == true)
      }
      try await piped(gif) { input in
        var conversion = Conversion(input: input, output: .file(folder.appending("out.gif")))
        conversion.resources.maxTemporaryBytes = Int64(gif.count)
        conversion.resources.temporaryFolder = folder.path
        _ = try await Converter(conversion).run()
      }
    }
  }

  @Test func filesOfAnInputAreLimitedAndOutputsAreNot() async throws {
    let gif = ConverterTests.animation()
    try await TemporaryFolder.with { folder in
      let path = folder.appending("in.gif")
      try gif.withUnsafeBytes { try Data($0).write(to: URL(filePath: path.string)) }
      let pictures = folder.appending("pictures")
      try FileManager.default.createDirectory(
        atPath: pictures.string, withIntermediateDirectories: false)
      try TemporaryFolder.with { other in
        try other.writePictures(1...2)
        for name in try FileManager.default.contentsOfDirectory(atPath: other.path.string) {
          try FileManager.default.copyItem(
            atPath: other.appending(name).string, toPath: pictures.appending(name).string)
        }
      }
      let inputs: [AnimationInput] = [
        .bytes(gif, name: "in.gif"), .path(path), .path(pictures),
        .edit(AnimationEdit(joining: [.path(path)])),
      ]
      for input in inputs {
        var conversion = Conversion(input: input, output: .file(folder.appending("out.png")))
        conversion.kind = .apng
        conversion.overwriting = .replace
        conversion.reading.limits.maxInputBytes = 20
        let error = try #require(await failure(conversion))
        guard case .overLimit(_, _, 20) = error.code else {
          Issue.record("\(error)")
          continue
        }
        #expect(error.remedy?.text(.options).contains("--max-input-bytes") == true)
        // The output is larger than its input.
        conversion.reading.limits.maxInputBytes = max(gif.count, 4000)
        let report = try await Converter(conversion).run()
        if input.name != pictures.string { #expect(report.outputs[0].byteCount > gif.count) }
      }
      try await piped(gif) { input in
        var conversion = Conversion(input: input, output: .file(folder.appending("out.png")))
        conversion.kind = .apng
        conversion.overwriting = .replace
        conversion.reading.limits.maxInputBytes = 20
        guard case .overLimit? = await failure(conversion)?.code else {
          Issue.record("a stream passed")
          return
        }
      }
    }
  }

  /// Everything that a program brings along is called with the task locals of its caller.
  @Test func callbacksFindTheTaskLocals() async throws {
    let found = Mutex<[String: Set<String>]>([:])
    @Sendable func note(_ place: String) {
      found.withLock { _ = $0[place, default: []].insert(Self.request) }
    }
    let input = AnimationInput.custom(
      CustomInput(name: "noise") { _ in
        note("open")
        return Noise(4) { _ in note("next") }
      })
    var edit = AnimationEdit(joining: [input])
    edit.transform = AnimationEdit.Transform { pixels, _ in
      note("transform")
      return pixels
    }
    var conversion = Conversion(input: .edit(edit), output: .bytes(AnimationOutput.Bytes()))
    conversion.kind = .gif
    conversion.sizeTarget.maxBytes = 100_000
    try await Self.$request.withValue("request 7") {
      _ = try await Converter(conversion).run(
        onProgress: { _ in note("progress") }, onTry: { _ in note("try") })
      for try await event in Converter(conversion).events() {
        if case .finished = event { note("events") }
      }
    }
    let places = ["open", "next", "transform", "progress", "try", "events"]
    #expect(
      found.withLock { $0 } == Dictionary(uniqueKeysWithValues: places.map { ($0, ["request 7"]) }))
  }

  @Test func eventsEndWithTheReport() async throws {
    try await TemporaryFolder.with { folder in
      let conversion = Conversion(input: noise(30), output: .file(folder.appending("out.gif")))
      var done: [Int] = []
      var reports = 0
      for try await event in Converter(conversion).events() {
        #expect(reports == 0)
        switch event {
        case .progress(let progress):
          if progress.phase == .converting { done.append(progress.framesDone) }
        case .tried: Issue.record("nothing is tried")
        case .finished(let report):
          reports += 1
          #expect(report.frameCount == 30)
          #expect(report.usage.estimatedMemory > 0 && report.usage.processPeakMemory > 0)
          #expect((report.usage.phases[.converting] ?? .zero) > .zero)
          #expect(report.usage.phases.keys.contains(.finishing))
        }
      }
      #expect(reports == 1 && done == done.sorted())
    }
  }

  @Test func eventsContainEveryTry() async throws {
    var conversion = Conversion(input: noise(8), output: .bytes(AnimationOutput.Bytes()))
    conversion.kind = .gif
    conversion.sizeTarget.maxBytes = 9000
    var tries: [Int] = []
    for try await event in Converter(conversion).events() {
      // A slow consumer misses progress only.
      try await Task.sleep(for: .milliseconds(20))
      if case .tried(let tried) = event { tries.append(tried.number) }
      if case .finished(let report) = event { #expect(tries == report.tries.map(\.number)) }
    }
    #expect(tries.count > 1 && tries == Array(1...tries.count))
  }

  @Test func leavingTheEventsCancels() async throws {
    try await TemporaryFolder.with { folder in
      let read = Atomic(0)
      let conversion = Conversion(
        input: noise(5000) { _ in
          read.add(1, ordering: .relaxed)
          usleep(2000)
        }, output: .file(folder.appending("out.gif")))
      for try await event in Converter(conversion).events() {
        if case .progress(let progress) = event, progress.framesDone > 2 { break }
      }
      while !folder.names.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
      #expect(read.load(ordering: .relaxed) < 5000)

      let task = Task {
        for try await _ in Converter(conversion).events() {}
      }
      try await Task.sleep(for: .milliseconds(50))
      task.cancel()
      let error = await #expect(throws: ConversionError.self) { try await task.value }
      #expect(error?.code == .cancelled)
      #expect(folder.names.isEmpty)
    }
  }

  @Test func eventsThrowTheError() async throws {
    let conversion = Conversion(input: "/nowhere/a.gif", output: .bytes(AnimationOutput.Bytes()))
    let error = await #expect(throws: ConversionError.self) {
      for try await _ in Converter(conversion).events() {}
    }
    #expect(error?.code == .invalidRequest || error?.code == .notFound)
  }
}
