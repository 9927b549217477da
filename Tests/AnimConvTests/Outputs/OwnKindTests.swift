import AnimPlay
import AnimTiming
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages

/// Kinds that a program brings, and their mistakes.
@Suite struct OwnKindTests {
  private struct Mistake: Error, Equatable { let number: Int }

  /// Writes the first byte of each frame, and fails where it is told to.
  struct Bytes: OutputKind.Definition {
    enum Step { case making, writing, finishing, checking }

    let name = "bytes"
    var failing: Step?
    var storesAlpha = true
    var storesPlays = false
    var timebase: Timebase?
    var seen = AnimationOutput.Bytes()

    func makeWriter(_ plan: OutputKind.Plan) throws -> any OutputKind.Writer {
      if failing == .making { throw Mistake(number: 1) }
      return Writer(failing: failing, plan: plan)
    }

    private final class Writer: OutputKind.Writer {
      let failing: Step?
      let plan: OutputKind.Plan

      init(failing: Step?, plan: OutputKind.Plan) {
        self.failing = failing
        self.plan = plan
      }

      func write(_ frame: PixelBuffer, index: Int, to file: OutputKind.File) throws {
        if failing == .writing, index == 2 { throw Mistake(number: 2) }
        let time = plan.timeline.durationTime(of: index)
        try file.append(
          frame.withBytes { Array($0.prefix(4)) }
            + Array(" \(time.numerator)/\(time.denominator) ".utf8))
      }

      func finish(_ file: OutputKind.File) throws {
        if failing == .finishing { throw Mistake(number: 3) }
        try file.append(Array("plays \(plan.plays.totalPlays)".utf8))
      }

      func check(_ path: FilePath) throws {
        if failing == .checking { throw Mistake(number: 4) }
        #expect(try !TemporaryFolder.bytes(of: path).isEmpty)
      }
    }
  }

  /// Red frames on a transparent canvas: the first pixel is transparent in every second one.
  private static func gif() -> [UInt8] {
    var gif = GIFBuilder(6, 4)
    gif.loop(0)
    for index in 0..<4 {
      gif.frame(
        .init(
          x: index % 2, w: 5, h: 4, fill: 1, delay: index * 3 + 4, disposal: 2))
    }
    gif.end()
    return gif.bytes
  }

  private func conversion(_ kind: Bytes, to output: AnimationOutput) -> Conversion {
    var conversion = Conversion(input: .bytes(Self.gif(), name: "in.gif"), output: output)
    conversion.kind = .custom(kind)
    return conversion
  }

  @Test func framesAndTimesArriveInEveryDestination() async throws {
    let memory = AnimationOutput.Bytes()
    let report = try await Converter(conversion(Bytes(), to: .bytes(memory))).run()
    #expect(report.frameCount == 4 && report.outputs[0].byteCount == Int64(memory.value.count))
    let red: [UInt8] = [255, 0, 0, 255]
    let none: [UInt8] = [0, 0, 0, 0]
    let times = ["1/25", "7/100", "1/10", "13/100"].map { Array(" \($0) ".utf8) }
    let wanted = red + times[0] + none + times[1] + red + times[2] + none + times[3]
    #expect(memory.value == wanted + Array("plays 1".utf8))
    try await TemporaryFolder.with { folder in
      try await Converter(conversion(Bytes(), to: .file(folder.appending("out.any")))).run()
      #expect(try folder.bytes(of: "out.any") == memory.value)
      #expect(folder.names == ["out.any"])
    }
  }

  @Test func whatAKindCannotStoreIsDecidedBefore() async throws {
    let memory = AnimationOutput.Bytes()
    var kind = Bytes()
    kind.storesAlpha = false
    kind.storesPlays = true
    kind.timebase = Timebase(1, 50)
    var request = conversion(kind, to: .bytes(memory))
    request.shaping.matte = RGBColor(red: 0, green: 255, blue: 0)
    let report = try await Converter(request).run()
    #expect(report.plan.timeline.timebase == Timebase(1, 50))
    #expect(report.total == RationalTime(17, 50))
    let text = String(decoding: memory.value.filter { $0 < 128 && $0 > 31 }, as: UTF8.self)
    #expect(text.hasSuffix("plays 0"))
    #expect(memory.value.prefix(4) == [255, 0, 0, 255])
    #expect(memory.value.dropFirst(4 + 6).prefix(4) == [0, 255, 0, 255])

    request.shaping.alpha = .keep
    let error = await #expect(throws: ConversionError.self) { try await Converter(request).run() }
    #expect(error?.kind == .usage)
  }

  @Test(arguments: [Bytes.Step.making, .writing, .finishing, .checking])
  func mistakesOfAKindNameIt(step: Bytes.Step) async throws {
    try await TemporaryFolder.with { folder in
      var kind = Bytes()
      kind.failing = step
      let request = conversion(kind, to: .file(folder.appending("out.bytes")))
      let error = await #expect(throws: ConversionError.self) {
        try await Converter(request).run()
      }
      #expect(error?.code == .customSource && error?.underlying is Mistake, "\(step)")
      #expect(error?.frame == (step == .writing ? 2 : nil))
      #expect(error?.file == folder.appending("out.bytes").string)
      #expect(folder.names.isEmpty)
    }
  }

  @Test func aKindIsRecognizedByItsName() {
    #expect(OutputKind.custom(Bytes()) == .custom(Bytes(failing: .making)))
    #expect(OutputKind.custom(Bytes()).description == "bytes")
    #expect(OutputKind.custom(Bytes()).fileExtension == "bytes")
    #expect(OutputKind("bytes") == nil)
  }

  /// The frames of a GIF as a program's patches.
  private final class GIFPatches: CustomInput.Patches {
    let info: SourceInfo
    private let fills: [UInt8]
    private let grows: Bool

    init(_ info: SourceInfo, _ fills: [UInt8], grows: Bool = false) {
      self.info = info
      self.fills = fills
      self.grows = grows
    }

    func patch(_ index: Int) throws -> PixelBuffer {
      var size = info.frames[index].rect.size
      if grows, index == 3 { size.width += 1 }
      // Fill 0 is transparent.
      let color =
        fills[index] == 0 ? [0, 0, 0, 0] : GIFBuilder.fourColors[Int(fills[index])] + [255]
      return PixelBuffer.Pool(size: size).buffer { bytes in
        for place in bytes.indices { bytes[place] = color[place % 4] }
      }
    }
  }

  @Test func patchesAreComposedLikeThoseOfAGIF() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20 {
      var gif = GIFBuilder(23, 17)
      let fills = (0..<12).map { _ in UInt8.random(in: 0...3, using: &random) }
      for fill in fills {
        let (x, y) = (
          Int.random(in: 0...15, using: &random), Int.random(in: 0...10, using: &random)
        )
        gif.frame(
          .init(
            x: x, y: y, w: Int.random(in: 1...(23 - x), using: &random),
            h: Int.random(in: 1...(17 - y), using: &random), fill: fill, delay: 5,
            disposal: Int.random(in: 0...3, using: &random), transparent: 0))
      }
      gif.end()
      let source = try openSource(.bytes(gif.bytes, name: "a.gif"))
      let patches = GIFPatches(source.info, fills)
      let own = patches.composed()
      let wanted = try source.allPixels()
      #expect(try own.allPixels() == wanted)
      for index in [9, 2, 11, 0, 6] {
        try own.seek(to: index)
        #expect(try own.next()?.pixels.rgbaWords == wanted[index])
      }
      let wrong = GIFPatches(source.info, fills, grows: true).composed()
      #expect(throws: CustomSourceError.self) { try wrong.allPixels() }
    }
  }

  /// A kind is asked before those of animconv, for every form of an input.
  @Test func filesOfAProgramsKindAreRecognized() async throws {
    let gif = Self.gif()
    let kind = CustomInput.Kind(
      name: "hidden", recognizes: { head, name in head.starts(with: [9, 9]) || name == "in.own" },
      open: { file, options in
        let bytes = try file.bytes(at: 2, count: Int(file.byteCount))
        #expect(bytes.count == Int(file.byteCount) - 2)
        if bytes.isEmpty { throw Mistake(number: 5) }
        return try openSource(.bytes(bytes, name: "inner"))
      })
    var options = ReadingOptions()
    options.kinds = [kind]
    try await TemporaryFolder.with { folder in
      try folder.write([9, 9] + gif, to: "a.bin")
      try folder.write([1, 2] + gif, to: "in.own")
      let inputs: [AnimationInput] = [
        .path(folder.appending("a.bin")), .path(folder.appending("in.own")),
        .bytes([9, 9] + gif, name: "memory"),
        .edit(AnimationEdit(joining: [.path(folder.appending("a.bin"))])),
      ]
      for input in inputs {
        let animation = try await AnimatedImage(input, reading: options)
        #expect(animation.info.frames.count == 4, "\(input.name)")
      }
      let plain = try await AnimatedImage(.bytes(gif, name: "plain.gif"), reading: options)
      #expect(plain.info.frames.count == 4)
      var request = Conversion(
        input: .bytes([9, 9], name: "short"), output: .bytes(AnimationOutput.Bytes()))
      request.kind = .gif
      request.reading = options
      let error = await #expect(throws: ConversionError.self) {
        try await Converter(request).run()
      }
      #expect(error?.code == .customSource && error?.underlying as? Mistake == Mistake(number: 5))
      #expect(error?.file == "short")
    }
  }
}
