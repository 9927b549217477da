import Testing

@testable import Libav

@Suite struct FFmpegLibraryTests {
  @Test func aLibraryIsOpenedByTheNameOfItsMajorRelease() throws {
    for library in FFmpegLibrary.allCases {
      try library.open()
      #expect(library.fileName.contains("\(library.major)"))
      #expect(library.fileName.hasPrefix(library.name + "."))
      let loaded = try #require(
        Capabilities.libraries.first { $0.name == library.name }?.loaded)
      #expect(loaded.hasPrefix("\(library.major)."))
    }
    #expect(Capabilities.missing == nil)
  }

  @Test func aMissingLibraryTellsWhatToInstall() {
    let missing = MissingLibrary(.avcodec, systemReason: "no such file", otherMajor: 0)
    #expect(
      missing.reason == "FFmpeg's \(FFmpegLibrary.avcodec.fileName) cannot be opened (no such file)"
    )
    #expect(
      missing.remedy
        == "install FFmpeg's libraries (Debian, Ubuntu: apt install ffmpeg; elsewhere: FFmpeg 5 to 9)"
    )
  }

  @Test func anotherMajorReleaseIsNamed() {
    let missing = MissingLibrary(.avutil, systemReason: "no such file", otherMajor: 56)
    #expect(
      missing.reason
        == "this animconv works with FFmpeg 5 to 9, and libavutil 56 belongs to another release"
    )
    #expect(missing.remedy.hasPrefix("build animconv on this system, or install"))
  }
}
