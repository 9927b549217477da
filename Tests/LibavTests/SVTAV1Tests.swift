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
}
