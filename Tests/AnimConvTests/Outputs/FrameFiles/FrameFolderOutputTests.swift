import AnimPlay
import AnimTiming
import Foundation
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages
@testable import Writing

@Suite struct FrameFolderOutputTests {
  static let sprites = DrawnSprites.pictures
  static let size = DrawnSprites.size
  static let delays = sprites.indices.map { Delay.milliseconds(40 + 10 * Int64($0)) }

  private func write(
    _ folder: TemporaryFolder, _ name: String = "out", delays: [Delay]? = nil,
    _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> Conversion.Report {
    try ArraySource(Self.sprites, size: Self.size, delays: delays, plays: .plays(3))
      .convert(.file(folder.appending(name))) {
        $0.kind = .frameFolder
        change(&$0)
      }
  }

  private func names(_ folder: TemporaryFolder, _ name: String = "out") -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(name).string))?
      .sorted() ?? []
  }

  /// Android's list is not read again by animconv.
  @Test func androidsListNamesEachPicture() throws {
    try TemporaryFolder.with { folder in
      let report = try ArraySource(
        Self.sprites, size: Self.size,
        delays: Self.sprites.indices.map {
          .declared(ticks: 1, timebase: Timebase(1, Int64(30 + $0)))
        }
      ).convert(.file(folder.appending("out"))) {
        $0.kind = .frameFolder
        $0.timing.delays = .verbatim(zeroDelay: nil)
        $0.frames.lists = [.android]
      }
      let text = String(
        decoding: try TemporaryFolder.bytes(of: folder.appending("out/animation.xml")),
        as: UTF8.self)
      for index in Self.sprites.indices {
        let time = report.plan.timeline.durationTime(of: index)
        #expect(
          text.contains(
            "\"@drawable/frame\(index)\" android:duration=\"\(time.numerator * 1000 / time.denominator)\""
          ))
      }
      #expect(report.total.denominator <= 1000)
    }
  }

  @Test(arguments: FrameFilesOptions.ListFormat.allCases.filter(\.isReadBack))
  func everyFrameComesBackAtItsTime(list: FrameFilesOptions.ListFormat) throws {
    try TemporaryFolder.with { folder in
      let report = try write(folder) { $0.frames.lists = [list] }
      #expect(report.frameCount == Self.sprites.count)
      #expect(
        names(folder)
          == ([".animconv", list.fileName] + (0..<8).map { "frame\($0).png" }).sorted())
      let source = try openSource(.path(folder.appending("out")))
      #expect(source.info.frames.map(\.delay.time) == Self.delays.map(\.time))
      if list == .timing { #expect(source.info.plays == .plays(3)) }
      #expect(try source.allPixels() == Self.sprites)
      for index in Self.sprites.indices {
        let path = folder.appending("out").appending("frame\(index).png").string
        #expect(try DrawnSheet(decoding: path, Self.size).pixels == Self.sprites[index])
      }
      #expect(folder.names == ["out"])
    }
  }

  @Test func exactTimesStayExact() throws {
    let delay = Delay.declared(ticks: 1, timebase: Timebase(1001, 30000))
    try TemporaryFolder.with { folder in
      _ = try write(folder, delays: Self.sprites.map { _ in delay }) {
        $0.timing.delays = .verbatim(zeroDelay: nil)
      }
      let found = try openSource(.path(folder.appending("out"))).info.frames.map(\.delay.time)
      #expect(Set(found) == [RationalTime(1001, 30000)])
    }
  }

  @Test func namesAreAsAsked() throws {
    try TemporaryFolder.with { folder in
      _ = try write(folder) {
        $0.frames.name = "walk_"
        $0.frames.pad = 4
        $0.frames.start = 9
        $0.frames.lists = []
      }
      #expect(
        names(folder)
          == [".animconv"] + (9..<17).map { "walk_" + ($0 < 10 ? "000" : "00") + "\($0).png" })
      _ = try write(folder, "bare") {
        $0.frames.name = ""
        $0.frames.lists = []
      }
      #expect(names(folder, "bare").dropFirst().first == "0.png")
    }
  }

  @Test(
    arguments: [
      "../x", "a/b", "/etc/x", "-y", ".hidden", "a\\b", "a\nb", "c:x", "*", "nul\0", "%d",
    ])
  func namesThatCouldLeaveTheFolderAreRefused(name: String) throws {
    try TemporaryFolder.with { folder in
      let error = #expect(throws: ConversionError.self) {
        try write(folder) { $0.frames.name = name }
      }
      #expect(error?.kind == .usage)
      #expect(folder.names == [])
    }
  }

  @Test func slotsAreHardLinksOrEntries() throws {
    let delays = [4, 8, 4, 12, 4, 4, 4, 4].map { Delay.milliseconds($0 * 10) }
    try TemporaryFolder.with { folder in
      _ = try write(folder, delays: delays) { $0.timing.schedule = .slots(tolerance: nil) }
      #expect(names(folder).count { $0.hasSuffix(".png") } == 11)
      func inode(_ number: String) throws -> Int {
        let path = folder.appending("out").appending("frame\(number).png").string
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.systemFileNumber] as? Int)
      }
      #expect(try inode("01") == inode("02"))
      #expect(try inode("00") != inode("01"))
      #expect(try inode("04") == inode("06"))
      let source = try openSource(.path(folder.appending("out")))
      #expect(
        source.info.frames.map(\.delay.time) == Array(repeating: .milliseconds(40), count: 11))
      let order = [0, 1, 1, 2, 3, 3, 3, 4, 5, 6, 7]
      #expect(try source.allPixels() == order.map { Self.sprites[$0] })

      _ = try write(folder, "listed", delays: delays) {
        $0.timing.schedule = .slots(tolerance: nil)
        $0.frames.repeats = .list
      }
      #expect(names(folder, "listed").count { $0.hasSuffix(".png") } == 8)
      let listed = try openSource(.path(folder.appending("listed")))
      #expect(try listed.allPixels() == order.map { Self.sprites[$0] })
    }
  }

  @Test func equalFramesAreWrittenOnceWhenThatIsAsked() throws {
    try TemporaryFolder.with { folder in
      _ = try write(folder) { $0.frames.mergesDuplicates = true }
      #expect(names(folder).count { $0.hasSuffix(".png") } == 7)
      let source = try openSource(.path(folder.appending("out")))
      #expect(try source.allPixels() == Self.sprites)
      #expect(source.info.frames.map(\.delay.time) == Self.delays.map(\.time))
    }
  }

  @Test func anArchiveHoldsFramesInOrderAndTheirTimes() throws {
    try TemporaryFolder.with { folder in
      _ = try write(folder, "u.zip") { $0.kind = nil }
      #expect(folder.names == ["u.zip"])
      let source = try openSource(.path(folder.appending("u.zip")))
      #expect(source.info.kind == .ugoira)
      #expect(source.info.frames.map(\.delay.time) == Self.delays.map(\.time))
      #expect(try source.allPixels() == Self.sprites)
      // The archive as another program reads it.
      let listing = try Command.run("unzip", "-Z1", folder.appending("u.zip").string)
      let names = String(decoding: listing, as: UTF8.self).split(separator: "\n")
      #expect(names == (0..<8).map { "00000\($0).png" } + ["animation.json"])
      _ = try Command.run("unzip", "-tqq", folder.appending("u.zip").string)
    }
  }

  @Test func theSameFramesGiveTheSameBytes() throws {
    try TemporaryFolder.with { folder in
      for name in ["a", "b"] {
        _ = try write(folder, name)
        _ = try write(folder, "\(name).zip") { $0.kind = nil }
      }
      #expect(try folder.bytes(of: "a.zip") == folder.bytes(of: "b.zip"))
      for name in names(folder, "a") {
        let paths = ["a", "b"].map { folder.appending($0).appending(name) }
        #expect(
          try TemporaryFolder.bytes(of: paths[0]) == TemporaryFolder.bytes(of: paths[1]))
      }
    }
  }

  @Test func memoryIsBoundedHoweverManyFramesThereAre() throws {
    let window =
      OrderedWorkers<Int>.count(for: PixelSize(width: 16, height: 12), within: 512 << 20) + 1
    for count in [20, 200] {
      let source = SyntheticSource(
        size: PixelSize(width: 16, height: 12), centiseconds: Array(repeating: 5, count: count))
      try TemporaryFolder.with { folder in
        var conversion = Conversion(
          input: .path("synthetic"), output: .file(folder.appending("out")))
        conversion.kind = .frameFolder
        _ = try ConversionJob(conversion, open: { _, _ in source }).run()
        #expect(source.pool.peakLive <= 3 + window)
      }
    }
  }
}
