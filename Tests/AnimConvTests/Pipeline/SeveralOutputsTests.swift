import AnimConv
import FrameTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Several outputs of one input, which is decoded once.
@Suite struct SeveralOutputsTests {
  private static let orbit = SourceTree.root.appending("Tests/Fixtures/orbit.gif")

  private static func conversions(
    _ names: [String], from input: AnimationInput = .path(orbit), in folder: TemporaryFolder
  ) -> [Conversion] {
    names.map { name in
      var conversion = Conversion(input: input, output: .file(folder.appending(name)))
      conversion.overwriting = .replace
      switch name {
      case "small.webp": conversion.shaping.scale = .width(48)
      case "last.gif": conversion.timing.edits.range = .frames(from: 20, to: nil)
      case "limited.gif": conversion.sizeTarget.maxBytes = 60_000
      default: break
      }
      return conversion
    }
  }

  @Test func bytesAreThoseOfSingleConversions() async throws {
    let names = [
      "a.mp4", "b.webm", "c.gif", "d.webp", "small.webp", "last.gif", "limited.gif", "e.apng",
    ]
    try await TemporaryFolder.with { folder in
      var alone: [[UInt8]] = []
      for (name, conversion) in zip(names, Self.conversions(names, in: folder)) {
        try await Converter(conversion).run()
        alone.append(try folder.bytes(of: name))
      }
      let seen = Mutex<Set<Int>>([])
      let reports = try await Converter.run(Self.conversions(names, in: folder)) { number, _ in
        seen.withLock { _ = $0.insert(number) }
      }
      #expect(seen.withLock { $0 } == Set(names.indices))
      for (index, name) in names.enumerated() {
        #expect(try folder.bytes(of: name) == alone[index], "\(name)")
        #expect(reports[index].outputs[0].byteCount == Int64(alone[index].count))
      }
      #expect(folder.names == names.sorted())
    }
  }

  /// Counts the frames that are read.
  @Test func framesAreReadOnce() async throws {
    let read = Mutex(0)
    let opened = Mutex(0)
    let counted = CustomInput(name: "counted") { _ in
      opened.withLock { $0 += 1 }
      return Counted { read.withLock { $0 += 1 } }
    }
    try await TemporaryFolder.with { folder in
      let conversions = Self.conversions(["a.mp4", "b.webm"], from: .custom(counted), in: folder)
      for conversion in conversions { try await Converter(conversion).run() }
      let (alone, openings) = (read.withLock { $0 }, opened.withLock { $0 })
      read.withLock { $0 = 0 }
      opened.withLock { $0 = 0 }
      try await Converter.run(conversions)
      #expect(openings == 2)
      #expect(opened.withLock { $0 } == 1)
      // One pass for both; examining them is not repeated either way.
      #expect(alone - read.withLock { $0 } == 8)
    }
  }

  /// Two encoders that together need a byte more than they may take.
  @Test func outputsWithoutRoomTogetherAreWrittenOneAfterAnother() async throws {
    let read = Mutex(0)
    let counted = CustomInput(name: "counted") { _ in Counted { read.withLock { $0 += 1 } } }
    try await TemporaryFolder.with { folder in
      var conversions = Self.conversions(["a.mp4", "b.webm"], from: .custom(counted), in: folder)
      try await Converter.run(conversions)
      let together = read.withLock { $0 }
      let needs = conversions.map { JobEstimate($0, source: Counted {}.info).peakBytes }
      for index in conversions.indices {
        conversions[index].video.maxMemory = needs.reduce(0, +) - 1
      }
      read.withLock { $0 = 0 }
      try await Converter.run(conversions)
      #expect(read.withLock { $0 } > together)
      #expect(folder.names == ["a.mp4", "b.webm"])
    }
  }

  @Test func noOutputAppearsIfOneFails() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("old", to: "a.gif")
      try folder.write("kept", to: "c.webp")
      var conversions = Self.conversions(["a.gif", "b.apng", "c.webp"], in: folder)
      conversions[2].overwriting = .refuse
      let error = await #expect(throws: ConversionError.self) {
        try await Converter.run(conversions)
      }
      #expect(error?.file == folder.appending("c.webp").string)
      conversions[2].overwriting = .replace
      conversions[2].timing.edits.range = .frames(from: 90, to: nil)
      await #expect(throws: ConversionError.self) { try await Converter.run(conversions) }
      #expect(folder.names == ["a.gif", "c.webp"])
      #expect(try folder.text(of: "a.gif") == "old")
    }
  }

  @Test func twoConversionsOfOneFileAreRefused() async throws {
    try await TemporaryFolder.with { folder in
      var conversions = Self.conversions(["a.gif", "b.gif", "A.gif"], in: folder)
      conversions[2].input = .edit(AnimationEdit(joining: [.path(Self.orbit), .path(Self.orbit)]))
      let error = await #expect(throws: ConversionError.self) {
        try await Converter.run(conversions)
      }
      #expect(error?.reason.description == "two conversions of the list write this file")
      #expect(folder.names.isEmpty)
    }
  }

  @Test func differentInputsAreConvertedOneAfterAnother() async throws {
    try await TemporaryFolder.with { folder in
      var conversions = Self.conversions(["a.gif", "b.gif", "c.apng"], in: folder)
      conversions[1].input = .edit(AnimationEdit(joining: [.path(Self.orbit), .path(Self.orbit)]))
      let reports = try await Converter.run(conversions)
      #expect(reports.map(\.plan.source.frames.count) == [24, 48, 24])
      #expect(try await Converter.run([]).isEmpty)
    }
  }
}

/// Eight opaque frames, which are counted when they are read.
private final class Counted: FrameSource {
  let info: SourceInfo
  private let onRead: () -> Void
  private let pool: PixelBuffer.Pool
  private var position = 0

  init(onRead: @escaping () -> Void) {
    self.onRead = onRead
    let size = PixelSize(width: 32, height: 32)
    info = SourceInfo(
      kind: .custom, size: size,
      frames: Array(
        repeating: SourceInfo.Frame(
          delay: .milliseconds(40), rect: PixelRect(size), disposal: .keep, blend: .source),
        count: 8), plays: .forever, declaresPlays: true, alpha: .absent,
      defaultPolicy: .verbatim(zeroDelay: nil))
    pool = PixelBuffer.Pool(size: size)
  }

  func next() -> CanvasFrame? {
    guard position < 8 else { return nil }
    defer { position += 1 }
    onRead()
    let pixels = pool.buffer { rgba in
      for offset in rgba.indices { rgba[offset] = offset % 4 == 3 ? 255 : UInt8(position * 20) }
    }
    return CanvasFrame(index: position, pixels: pixels, changed: PixelRect(info.size))
  }

  func seek(to index: Int) { position = index }
}
