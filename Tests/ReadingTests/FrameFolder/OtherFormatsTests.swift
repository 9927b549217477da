import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimTiming
@testable import Reading
@testable import Stages

/// Files of other formats next to the frames.
@Suite struct OtherFormatsTests {
  private static let radiance = Array("#?RADIANCE\n".utf8)

  private func error(_ folder: TemporaryFolder, _ pattern: String = "") -> (any StageFailure)? {
    let path = pattern.isEmpty ? folder.path : folder.appending(pattern)
    do {
      _ = try openSource(.path(path))
      return nil
    } catch { return error as? any StageFailure }
  }

  @Test func aStillOfAnotherFormatIsNamed() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.radiance, to: "b.hdr")
      let expected = FrameFolderError.otherFormat(name: "b.hdr", title: "Radiance HDR")
      #expect(error(folder) as? FrameFolderError == expected)
      try folder.writePictures(0...1) { "\(["a", "c"][$0]).png" }
      #expect(error(folder) as? FrameFolderError == expected)
      // The remedy that is printed.
      #expect(try openSource(.path(folder.appending("*.png"))).info.frames.count == 2)
    }
  }

  @Test func otherFilesAreNoted() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(0...1)
      try folder.write(StillFormatsTests.photoshop, to: "work.psd")
      try folder.write("notes", to: "notes.md")
      let notes = try openSource(.path(folder.path)).info.notes.map { "\($0)" }
      #expect(notes.count { $0.contains("work.psd") && $0.contains("Photoshop") } == 1)
      #expect(!notes.contains { $0.contains("notes.md") })
    }
  }

  @Test func aPatternOfVideosSaysSo() throws {
    try TemporaryFolder.with { folder in
      for number in 1...2 { _ = try MadeVideo.make("m\(number).mp4", in: folder, count: 2, []) }
      for pattern in ["m?.mp4", ""] {
        #expect(
          error(folder, pattern) as? FrameFolderError
            == .otherFormat(name: "m1.mp4", title: "a video"))
      }
      #expect(error(folder, "x?.mp4") as? ReadingError == .notFound)
    }
  }

  @Test func aListThatCannotBeReadIsSkippedForAPatternWithARate() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(0...1)
      try folder.write("ffconcat version 1.0\noption safe 0\nfile f0.png\n", to: "list.ffconcat")
      var options = ReadingOptions()
      #expect(throws: FrameFolderError.self) {
        try openSource(.path(folder.appending("f*.png")), options: options)
      }
      options.frameRate = FrameRate(10)
      let source = try openSource(.path(folder.appending("f*.png")), options: options)
      #expect(source.info.frames.count == 2)
      #expect(source.info.notes.contains { "\($0)".contains("list.ffconcat") })
      #expect(throws: FrameFolderError.self) {
        try openSource(.path(folder.path), options: options)
      }
    }
  }
}
