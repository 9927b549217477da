import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages

/// Cropped borders of Matroska, clean apertures, and display matrices with a scale.
@Suite struct VideoShapeTests {
  private func source(_ path: FilePath) throws -> any FrameSource {
    try openSource(.path(path), options: ReadingOptions())
  }

  private static let h264 = ["-c:v", "libx264", "-pix_fmt", "yuv420p"]

  /// Left 8, top 4, right 16, bottom 12 of 64 x 48: FFmpeg's crop filter gives the same 40 x 32.
  @Test func bordersOfMatroskaAreCutOff() throws {
    try TemporaryFolder.with { folder in
      let whole = try MadeVideo.make(
        "whole.mkv", in: folder, input: "geq=lum='16+2*X+Y':cb=128:cr=128", Self.h264)
      let bytes = try CroppedMatroska.make(
        [UInt8](Data(contentsOf: URL(fileURLWithPath: whole.string))),
        video: [
          0x54, 0xCC, 0x81, 8, 0x54, 0xBB, 0x81, 4, 0x54, 0xDD, 0x81, 16, 0x54, 0xAA, 0x81, 12,
          0x54, 0xB0, 0x81, 80, 0x54, 0xBA, 0x81, 32,
        ])
      let path = folder.appending("cropped.mkv")
      try Data(bytes).write(to: URL(fileURLWithPath: path.string))
      let info = try source(path).info
      // Pixels are twice as wide as high: 40 x 32 becomes 80 x 32.
      #expect(info.size == PixelSize(width: 80, height: 32))
      #expect(
        info.notes.map { $0.text(.options) }.contains("cut to 40x32 of 64x48, as the file says"))
    }
  }

  /// FFmpeg writes a clean aperture with all pixels; here it is narrowed, as in broadcast
  /// recordings.
  @Test(arguments: [(56, true), (64, false)])
  func reportsACleanApertureThatCuts(width: UInt8, isTold: Bool) throws {
    try TemporaryFolder.with { folder in
      let whole = try MadeVideo.make("whole.mov", in: folder, count: 2, ["-c:v", "v210"])
      var bytes = try TemporaryFolder.bytes(of: whole)
      let box = try #require(bytes.firstRange(of: Array("clap".utf8)))
      #expect(bytes[box.upperBound + 3] == 64)
      bytes[box.upperBound + 3] = width
      try folder.write(bytes, to: "cut.mov")
      let info = try source(folder.appending("cut.mov")).info
      #expect(info.size == PixelSize(width: 64, height: 48))
      let notes = info.notes.map { $0.text(.options) }
      #expect(
        notes.contains { $0.hasPrefix("the clean aperture of \(width)x48, which the file names") }
          == isTold)
    }
  }

  @Test func matricesThatScaleAreReadAndTold() throws {
    try TemporaryFolder.with { folder in
      let whole = try MadeVideo.make("whole.mp4", in: folder, Self.h264)
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: whole.string)))
      let header = try #require(bytes.firstRange(of: Array("tkhd".utf8)))
      // The matrix of version 0 comes after 40 bytes: 2 instead of 1 in its first and fifth number.
      let matrix = header.upperBound + 40
      bytes[matrix + 1] = 2
      bytes[matrix + 17] = 2
      let path = folder.appending("scaled.mp4")
      try Data(bytes).write(to: URL(fileURLWithPath: path.string))
      let info = try source(path).info
      #expect(info.size == PixelSize(width: 64, height: 48))
      #expect(info.notes.contains { $0.text(.options).hasPrefix("the display matrix scales") })
    }
  }
}

/// Puts elements into the description of the only video of a Matroska file that FFmpeg wrote.
private enum CroppedMatroska {
  static func make(_ bytes: [UInt8], video: [UInt8]) throws -> [UInt8] {
    let head = try #require(element(bytes, at: 0))
    let segment = try #require(element(bytes, at: head.end))
    var content: [UInt8] = []
    var offset = segment.start
    while offset < segment.end, let next = element(bytes, at: offset) {
      switch next.id {
      // The positions that they name would be wrong.
      case 0x114D_9B74, 0x1C53_BB6B: break
      case 0x1654_AE6B: content += rebuilt(bytes, next, [0xAE, 0xE0], adding: video)
      default: content += bytes[offset..<next.end]
      }
      offset = next.end
    }
    return bytes[..<head.end] + written(segment.id, content)
  }

  private static func rebuilt(
    _ bytes: [UInt8], _ element: Element, _ path: [UInt32], adding: [UInt8]
  ) -> [UInt8] {
    guard let wanted = path.first else {
      return written(element.id, bytes[element.start..<element.end] + adding)
    }
    var content: [UInt8] = []
    var offset = element.start
    while offset < element.end, let next = self.element(bytes, at: offset) {
      content +=
        next.id == wanted
        ? rebuilt(bytes, next, Array(path.dropFirst()), adding: adding)
        : Array(bytes[offset..<next.end])
      offset = next.end
    }
    return written(element.id, content)
  }

  private struct Element {
    let id: UInt32
    let start: Int
    let end: Int
  }

  private static func element(_ bytes: [UInt8], at offset: Int) -> Element? {
    let idBytes = bytes[offset].leadingZeroBitCount + 1
    let id = bytes[offset..<offset + idBytes].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let sizeBytes = bytes[offset + idBytes].leadingZeroBitCount + 1
    let start = offset + idBytes + sizeBytes
    let size = bytes[offset + idBytes..<start].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let count = Int(size & ~(1 << UInt64(7 * sizeBytes)))
    return start + count <= bytes.count ? Element(id: id, start: start, end: start + count) : nil
  }

  private static func written(_ id: UInt32, _ content: [UInt8]) -> [UInt8] {
    let name: [UInt8] = [24, 16, 8, 0].map { (shift: UInt32) in UInt8(id >> shift & 0xFF) }
    let size: [UInt8] = (0..<7).reversed().map { (place: Int) in
      UInt8(content.count >> (8 * place) & 0xFF)
    }
    return Array(name.drop { $0 == 0 }) + [1] + size + content
  }
}
