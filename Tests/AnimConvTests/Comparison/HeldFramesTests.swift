import AnimConv
import FrameTestSupport
import Reading
import SystemPackage
import TestSupport
import Testing

/// Frames decoded once for many readers equal those of the file.
@Suite struct HeldFramesTests {
  private static let gif = SourceTree.root.appending("Tests/Fixtures/orbit.gif")

  @Test func theyAreThoseOfTheFile() async throws {
    let held = try #require(try await HeldFrames.of(.path(Self.gif), reading: ReadingOptions()))
    let source = try await held.input.open()
    let file = try await AnimationInput.path(Self.gif).open()
    #expect(source.info.kind == .gif && source.info.byteCount == file.info.byteCount)
    #expect(try source.detectAlpha() == file.detectAlpha())
    // In order, from the middle on, and back from there.
    for start in [0, 12, 5] {
      try source.seek(to: start)
      try file.seek(to: start)
      while let expected = try file.next() {
        let frame = try #require(try source.next())
        #expect(frame.index == expected.index && frame.changed == expected.changed)
        #expect(
          frame.pixels.withBytes { Array($0) } == expected.pixels.withBytes { Array($0) })
      }
      #expect(try source.next() == nil)
    }
  }

  /// With any options, a conversion of these frames writes the same bytes.
  @Test(arguments: [(OutputKind.video(.mp4), false), (.webp, true), (.gif, true)])
  func conversionsOfThemAreTheSame(kind: OutputKind, isReversed: Bool) async throws {
    let held = try #require(try await HeldFrames.of(.path(Self.gif), reading: ReadingOptions()))
    var made: [[UInt8]] = []
    for input in [held.input, .path(Self.gif)] {
      let bytes = AnimationOutput.Bytes(name: "out")
      var conversion = Conversion(input: input, output: .bytes(bytes))
      conversion.kind = kind
      conversion.shaping.scale = .width(40)
      conversion.timing.edits.direction = isReversed ? .reverse : .forward
      try await Converter(conversion).run()
      made.append(bytes.value)
    }
    #expect(made[0] == made[1] && !made[0].isEmpty)
  }

  @Test func whatCannotBeReadIsNotHeld() async throws {
    #expect(try await HeldFrames.of("/nowhere/a.gif", reading: ReadingOptions()) == nil)
  }
}
