import Libav
import Testing

@Suite struct SVTAV1Tests {
  /// Debian's libavcodec brings it along, and `ffmpeg` names its release when it encodes.
  @Test func itsReleaseIsKnownWhereItIsLoaded() throws {
    try #require(Capabilities.hasEncoder("libsvtav1"))
    let major = try #require(SVTAV1.majorVersion)
    #expect((0..<100).contains(major))
    #expect(SVTAV1.hasPicturesForEachThread == (major >= 2))
  }
}
