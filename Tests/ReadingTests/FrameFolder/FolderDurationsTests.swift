import AnimTiming
import Foundation
import FrameTestSupport
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import Atlases
@testable import Reading
@testable import TextFormats

@Suite struct FolderDurationsTests {
  private struct Read: Equatable {
    var numbers: [Int]
    var delays: [String]
    var origin: String
  }

  private func read(
    _ path: FilePath, rate: FrameRate? = nil
  ) throws -> Read {
    var options = ReadingOptions()
    options.frameRate = rate
    let source = try openSource(.path(path), options: options)
    let notes = source.info.notes.map { $0.text(.options) }
    return Read(
      numbers: try remaining(source).map(PictureFiles.number),
      delays: source.info.frames.map { $0.delay.description },
      origin: notes.first { $0.contains("durations") || $0.contains("fps") } ?? "")
  }

  /// Each list with its result for three images.
  static let lists: [(name: String, text: String, numbers: [Int], delays: [String], says: String)] =
    [
      (
        "animation.json",
        #"{"frames":[{"file":"f2.png","delay":70},{"file":"f1.png","delay":30}]}"#,
        [2, 1], ["0.07 s", "0.03 s"], "ugoira animation.json"
      ),
      (
        "timing.json",
        #"{"format":"animconv-timing","version":1,"plays":0,"frames":["#
          + #"{"file":"f1.png","duration":"1001/30000"},{"file":"f3.png","duration":40}]}"#,
        [1, 3], ["1001/30000 s", "0.04 s"], "animconv timing.json"
      ),
      (
        "list.ffconcat",
        "ffconcat version 1.0\nfile f1.png\nduration 0.1\nfile 'f2.png'\nduration 0.25\n"
          + "file 'f2.png'\n",
        [1, 2], ["0.1 s", "0.25 s"], "ffconcat list"
      ),
      (
        "frames.json", #"{"frames":[{"f*":"1/20"}]}"#, [1, 2, 3],
        ["0.05 s", "0.05 s", "0.05 s"], "apngasm list"
      ),
      (
        "frames.xml",
        #"<animation default_delay="7/100"><frame src="f3"/><frame src="f1" delay="1/4"/></animation>"#,
        [3, 1], ["0.07 s", "0.25 s"], "apngasm list"
      ),
      (
        "durations.csv", "file,duration\nf1.png,30\nf2.png,0.07s\n", [1, 2], ["0.03 s", "0.07 s"],
        "list of durations"
      ),
      (
        "durations.txt", "30\n70ms\ndelay=1/10\n", [1, 2, 3], ["0.03 s", "0.07 s", "0.1 s"],
        "list of durations"
      ),
    ]

  @Test(arguments: lists)
  func listsGiveTimesInTheFolderAndAsTheInput(
    name: String, text: String, numbers: [Int], delays: [String], says: String
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(1...3)
      try folder.write(text, to: name)
      let expected = Read(
        numbers: numbers, delays: delays, origin: "durations from \"\(name)\", \(says)")
      #expect(try read(folder.path) == expected)
      #expect(try read(folder.appending(name)) == expected)
    }
  }

  @Test func theFirstKindOfListCounts() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(1...3)
      // Sources of durations from the last to the first in order of precedence: each overrides the
      // earlier ones.
      for list in Self.lists.reversed() {
        try folder.write(list.text, to: list.name)
        if list.name == "durations.csv" || list.name == "frames.json" { continue }
        #expect(try read(folder.path).origin.hasSuffix(list.says), "\(list.name)")
      }
    }
  }

  @Test func aListOfNamesGivesTheOrder() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(1...3)
      try folder.write("# mine\nf3.png\nf1.png\n", to: "order.txt")
      let read = try read(folder.appending("order.txt"), rate: FrameRate(50))
      #expect(read.numbers == [3, 1])
      #expect(read.delays == ["0.02 s", "0.02 s"])
    }
  }

  @Test func namesOfFilesGiveTimes() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(1...2) { "frame_0\($0)_delay-0.0\($0 + 4)s.png" }
      let read = try read(folder.path)
      #expect(read.numbers == [1, 2])
      #expect(read.delays == ["0.05 s", "0.06 s"])
      #expect(read.origin == "durations from the file names")
    }
  }

  @Test func withoutTimesFramesStay100MillisecondsOrAsLongAsIsAskedFor() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(1...7)
      #expect(try read(folder.path).delays == Array(repeating: "0.1 s", count: 7))
      #expect(try read(folder.path).origin.contains("100 ms"))
      // UIKit's default of m/30 s is requested with a rate.
      var options = ReadingOptions()
      options.frameRate = FrameRate(30)
      let info = try openSource(.path(folder.path), options: options).info
      let resolved = try info.defaultPolicy.resolve(info.frames.map(\.delay))
      #expect(resolved.timeline.totalTime == RationalTime(7, 30))
      #expect(resolved.changes.isEmpty)
    }
  }

  @Test func aRateThatIsAskedForGoesBeforeAList() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(1...3)
      try folder.write("30\n70\n100\n", to: "durations.txt")
      let read = try read(folder.path, rate: FrameRate(25))
      #expect(read.delays == ["0.04 s", "0.04 s", "0.04 s"])
    }
  }

  @Test func aListOfTheWrongLengthIsRefused() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(1...3)
      try folder.write("30\n70\n", to: "durations.txt")
      #expect(
        throws: FrameFolderError.countMismatch(list: "durations.txt", times: 2, frames: 3)
      ) { try read(folder.path) }
    }
  }

  @Test func aZeroDurationIsAnErrorUnlessItIsReplaced() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(1...2)
      try folder.write("30\n0\n", to: "durations.txt")
      let info = try openSource(.path(folder.path)).info
      #expect(throws: TimingError.zeroDelay(frame: 1)) {
        try info.defaultPolicy.resolve(info.frames.map(\.delay))
      }
    }
  }

  @Test func aBrokenListIsNotSkipped() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(1...2)
      try folder.write("{\"frames\":[{\"file\":\"f1.png\",\"delay\":", to: "animation.json")
      #expect(throws: FrameFolderError.self) { try read(folder.path) }
    }
  }

  static let foreignNames = [
    "../f1.png", "/etc/passwd.png", "file:///f1.png", "sub/../../f1.png", "..\\f1.png", "link.png",
  ]

  @Test(arguments: ["elsewhere.png", "f1.png", "nothing.png"])
  func aFrameThatIsALinkIsRefusedWhereverItLeads(target: String) throws {
    try TemporaryFolder.with { folder in
      let frames = TemporaryFolder(path: folder.appending("frames"))
      try FileManager.default.createDirectory(
        atPath: frames.path.string, withIntermediateDirectories: false)
      try folder.writePictures([1])
      try frames.writePictures([1])
      try FileManager.default.moveItem(
        atPath: folder.appending("f1.png").string, toPath: folder.appending("elsewhere.png").string)
      let link = target == "f1.png" ? target : "../\(target)"
      try FileManager.default.createSymbolicLink(
        atPath: frames.appending("f2.png").string, withDestinationPath: link)
      for input in [frames.path, frames.appending("f*.png"), frames.appending("f%d.png")] {
        let error = #expect(throws: FrameFolderError.self) { try read(input) }
        #expect(
          error?.reason == "\"f2.png\": a symbolic link, which is not followed inside an input")
        #expect(error?.remedy == "put the file itself there, or a hard link")
      }
    }
  }

  @Test func `a link that is no picture is skipped and a link to the folder is followed`()
    throws
  {
    try TemporaryFolder.with { folder in
      let frames = TemporaryFolder(path: folder.appending("frames"))
      try FileManager.default.createDirectory(
        atPath: frames.path.string, withIntermediateDirectories: false)
      try frames.writePictures(1...2)
      try FileManager.default.createSymbolicLink(
        atPath: frames.appending("result").string, withDestinationPath: "/etc")
      try FileManager.default.createSymbolicLink(
        atPath: frames.appending("notes.txt").string, withDestinationPath: "/etc/passwd")
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending("way").string, withDestinationPath: "frames")
      #expect(try openSource(.path(folder.appending("way"))).info.frames.count == 2)
    }
  }

  @Test(arguments: foreignNames)
  func listsOpenNothingOutsideTheirFolder(name: String) throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures([1])
      try folder.write(
        "{\"frames\":[{\"file\":\(jsonText(name)),\"delay\":5}]}", to: "animation.json")
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending("link.png").string, withDestinationPath: "f1.png")
      do {
        _ = try read(folder.path)
        Issue.record("opened \(name)")
      } catch AtlasError.imageRefused {
      } catch {
        Issue.record("\(error)")
      }
    }
  }
}
