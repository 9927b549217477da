import Libav
import Testing

@Suite struct SVTAV1Tests {
  /// Debian's libavcodec brings it along.
  @Test func itsReleaseIsWhatItSays() throws {
    try #require(Capabilities.hasEncoder("libsvtav1"))
    let stated = try #require(SVTAV1.statedRelease)
    #expect((0..<100).contains(stated))
    #expect(SVTAV1.release == stated)
    #expect(SVTAV1.mostThreads == (stated >= 2 ? 4 : .max))
  }

  /// It would wait for ever for a picture.
  @Test(.timeLimit(.minutes(1)), arguments: ["lp", "no such option"])
  func itCanBeClosedWithoutAnyPicture(option: String) throws {
    let isKnown = option == "lp"
    func open() throws {
      let encoder = try Encoder(
        Encoder.Settings(
          name: "libsvtav1", width: 320, height: 240, pixelFormat: .yuv420p,
          timebase: Rational(1, 25), frameRate: Rational(25, 1),
          color: ColorTags(
            matrix: .bt709, transfer: .bt709, primaries: .bt709, isLimitedRange: true,
            chromaLocation: .left),
          bitRate: nil, maxKeyFrameDistance: nil, maxBFrames: 0, threads: 1,
          usesGlobalHeader: true, codecTag: nil,
          options: [
            isKnown
              ? Encoder.Option("svtav1-params", "lp=1") : Encoder.Option("no-such-option", "1")
          ]))
      _ = consume encoder
    }
    if isKnown { try open() } else { #expect(throws: LibavError.self) { try open() } }
  }
}
