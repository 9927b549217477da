import Foundation
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import Reading
@testable import Stages

struct OpenSourceTests {
  private let gif: [UInt8] = GIFBuilder.random(seed: 1, frames: 3)

  /// Runs a test in its own folder.
  private func inFolder(_ body: (FilePath) throws -> Void) throws {
    let folder = FilePath(NSTemporaryDirectory()).appending("animconv-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      atPath: folder.string, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder.string) }
    try body(folder)
  }

  private func write(_ bytes: [UInt8], to path: FilePath) throws {
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
    try file.closeAfter { _ = try file.writeAll(bytes) }
  }

  @Test func contentDecidesNotTheName() throws {
    try inFolder { folder in
      for name in ["a.mp4", "no-extension", "-y.gif", "percent%d.gif", "qu\"o te's\n.gif"] {
        try write(gif, to: folder.appending(name))
        let source = try openSource(.path(folder.appending(name)))
        #expect(source.info.kind == .gif)
        #expect(source.info.byteCount == Int64(gif.count))
        #expect(try remaining(source).map(pixels) == remaining(openGIF(gif)).map(pixels))
      }
      try write(Array("plain text".utf8), to: folder.appending("text.gif"))
      #expect(throws: ReadingError.unknownKind) {
        try openSource(.path(folder.appending("text.gif")))
      }
      try write([], to: folder.appending("empty.gif"))
      #expect(throws: ReadingError.empty) { try openSource(.path(folder.appending("empty.gif"))) }
    }
  }

  @Test func namesThatAreNotUTF8Work() throws {
    try inFolder { folder in
      let name: [CChar] = [0x61, -1, -2, 0x2e, 0x67, 0x69, 0x66, 0]
      let path = folder.appending(FilePath.Component(platformString: name)!)
      try write(gif, to: path)
      #expect(try openSource(.path(path)).info.frames.count == 3)
    }
  }

  @Test func refusesWhatIsNotAFile() throws {
    try inFolder { folder in
      #expect(throws: ReadingError.notFound) { try openSource(.path(folder.appending("none"))) }
      try write(gif, to: folder.appending("file"))
      #expect(throws: ReadingError.notFound) {
        try openSource(.path(folder.appending("file").appending("below")))
      }
      #expect(throws: FrameFolderError.animated(name: "file", frames: 3)) {
        try openSource(.path(folder))
      }
    }
    #expect(throws: ReadingError.notRegularFile("a device")) { try openSource(.path("/dev/zero")) }
    #expect(throws: ReadingError.notRegularFile("a device")) { try openSource(.path("/dev/null")) }
  }

  @Test func pipesAreSpooledUpToALimit() throws {
    try inFolder { folder in
      let path = folder.appending("pipe")
      #expect(mkfifo(path.string, 0o600) == 0)
      for limit in [gif.count, gif.count - 1] {
        let bytes = gif
        let writer = Thread {
          guard let pipe = try? FileDescriptor.open(path, .writeOnly) else { return }
          _ = try? pipe.writeAll(bytes)
          try? pipe.close()
        }
        writer.start()
        var options = ReadingOptions()
        options.limits.maxSpooledBytes = limit
        if limit == gif.count {
          let source = try openSource(.path(path), options: options)
          #expect(try remaining(source).map(pixels) == remaining(openGIF(gif)).map(pixels))
        } else {
          #expect(
            throws: ReadingError.limitExceeded(
              limit: .spooledBytes, value: gif.count, allowed: limit)
          ) { try openSource(.path(path), options: options) }
        }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.string) == ["pipe"])
    }
  }

  @Test func descriptorsAreClosed() throws {
    func openDescriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
    guard FileManager.default.fileExists(atPath: "/proc/self/fd") else { return }
    try inFolder { folder in
      let path = folder.appending("a.gif")
      try write(gif, to: path)
      try write(Array("GIF89a".utf8), to: folder.appending("bad.gif"))
      _ = try openSource(.path(path))
      let before = try openDescriptors()
      for _ in 0..<200 {
        _ = try remaining(openSource(.path(path)))
        _ = try? openSource(.path(folder.appending("bad.gif")))
        _ = try? openSource(.path(folder))
      }
      // Other tests run at the same time and use a few.
      #expect(try openDescriptors() < before + 100)
    }
  }

  @Test func aFileThatShrinksIsDamaged() throws {
    try inFolder { folder in
      let path = folder.appending("a.gif")
      var large = GIFBuilder(600, 600)
      var random = SeededGenerator(seed: 4)
      for _ in 0..<3 {
        large.frame(
          .init(
            w: 600, h: 600,
            indices: (0..<360_000).map { _ in UInt8.random(in: 0..<4, using: &random) }))
      }
      large.end()
      try write(large.bytes, to: path)
      let source = try openSource(.path(path))
      try write(Array(large.bytes[..<150_000]), to: path)
      #expect(try remaining(source).count == 3)
      #expect(source.warnings.map(\.kind).allSatisfy { $0 == .damagedFrame })
      #expect(!source.warnings.isEmpty)
    }
  }
}
