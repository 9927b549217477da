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
    let (scale, format) = (FFmpegLibrary.swscale.major, FFmpegLibrary.avformat.major)
    #expect(missing.remedy.contains("apt install libswscale\(scale) libavformat\(format)"))
  }

  @Test func anotherMajorReleaseIsNamed() {
    let major = Int(FFmpegLibrary.avutil.major)
    let missing = MissingLibrary(.avutil, systemReason: "no such file", otherMajor: major + 2)
    #expect(
      missing.reason
        == "this animconv was built for libavutil \(major), but libavutil \(major + 2) is installed"
    )
    #expect(missing.remedy.hasPrefix("build animconv on this system, or install"))
  }
}
