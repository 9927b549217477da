import Testing

@testable import Libav

@Suite struct CapabilitiesTests {
  @Test func librariesAreOfReleasesThatCanBeUsed() throws {
    #expect(Capabilities.libraries.count == 5)
    for library in Capabilities.libraries {
      let loaded = try #require(library.loaded?.split(separator: ".").first.flatMap { Int($0) })
      #expect(Capabilities.opens[library.name]?.contains(loaded) == true, "\(library.name)")
      #expect(Capabilities.built[library.name] == library.built)
    }
    let release = try #require(Capabilities.release)
    #expect(!release.isEmpty)
  }

  @Test func aReleaseBefore51IsTooOld() {
    #expect(Capabilities.leastRelease == "5.1")
    for library in Capabilities.libraries { #expect(library.isRecentEnough) }
    // libavformat of FFmpeg 5.1 and of 5.0.
    let least: UInt32 = 59 << 16 | 27 << 8 | 100
    let before: UInt32 = 59 << 16 | 16 << 8 | 100
    for (loaded, isRecentEnough) in [
      (least, true), (before, false), (60 << 16, true), (nil, false),
    ] as [(UInt32?, Bool)] {
      let library = Capabilities.Library(
        "libavformat", built: least, loaded: loaded, least: least)
      #expect(library.isRecentEnough == isRecentEnough)
      #expect(library.least == "59.27.100")
    }
  }

  @Test func knowsWhatIsThereAndWhatIsNot() {
    #expect(Capabilities.hasEncoder("libx264"))
    #expect(!Capabilities.hasEncoder("libx266"))
    #expect(Capabilities.hasDemuxer("matroska"))
    #expect(!Capabilities.hasDemuxer("matrjoschka"))
    #expect(Capabilities.hasMuxer("mp4"))
    #expect(Capabilities.hasDecoder("libvpx-vp9"))
  }
}
