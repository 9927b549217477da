import Testing

@testable import Libav

@Suite struct CapabilitiesTests {
  @Test func librariesAreOfTheMajorReleaseTheyWereBuiltWith() {
    #expect(Capabilities.libraries.count == 4)
    for library in Capabilities.libraries {
      let built = library.built.split(separator: ".").first
      #expect(library.loaded.split(separator: ".").first == built, "\(library.name)")
    }
    #expect(!Capabilities.release.isEmpty)
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
