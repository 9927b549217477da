import AnimTiming
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Writing

@Suite struct LastBlockTests {
  /// The last picture lasts longer and shorter than the previous one, as ffprobe reads it.
  @Test(
    arguments: [VideoCodec.vp9, .vp8, .av1], [[40, 20, 700], [40, 700, 30], [90]] as [[Int64]])
  func theLastPictureOfWebMTellsHowLongItShows(codec: VideoCodec, durations: [Int64]) throws {
    for hasAlpha in codec == .av1 ? [false] : [false, true] {
      var options = VideoOptions()
      options.codec = codec
      let size = PixelSize(width: 96, height: 66)
      let count = durations.count
      let frames =
        hasAlpha
        ? DrawnFrames.fadingDisc(size: size, count: count)
        : DrawnFrames.movingSquare(size: size, count: count)
      let video = try WrittenVideo(
        frames, durations: durations, timebase: .milliseconds, container: .webm, options: options,
        keepsAlpha: hasAlpha)
      let packets = try FFprobe.read(video.path).packets
      #expect(packets.last?.duration == durations.last)
      #expect(packets.map { $0.flags.hasPrefix("K") } == durations.indices.map { $0 == 0 })
      let starts = packets.map(\.pts)
      #expect(zip(starts.dropFirst(), starts).map { $0 - $1 } == durations.dropLast())
      let decoded = try FFprobe.decode(video.path, pixelFormat: "gray")
      #expect(decoded.count == count * size.area)
    }
  }

  /// Sizes and positions at which a number needs another byte.
  @Test func everythingBehindIsFoundWhereItHasMoved() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("made.webm")
      for count in [1, 90, 96, 100, 104, 108, 110, 112, 16_000, 16_360, 16_370, 16_380]
        + Array(65_300...65_540)
      {
        let made = MadeWebM(payload: count)
        try Data(made.bytes).write(to: URL(fileURLWithPath: path.string))
        try LastBlock.tellDuration(1234, in: path)
        let changed = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.string)))
        let segment = MadeWebM.elements(changed[...])[1]
        let parts = MadeWebM.elements(segment.content)
        #expect(segment.content.endIndex == changed.count)
        #expect(
          parts.map(\.id).filter { $0 != 0xEC } == [
            0x114D_9B74, 0x1654_AE6B, 0x1F43_B675, 0x1C53_BB6B,
          ])
        let cues = parts.last!
        let seek = MadeWebM.elements(parts[0].content).map {
          MadeWebM.elements($0.content)[1].number
        }
        #expect(seek[0] == parts.first { $0.id == 0x1654_AE6B }!.start - segment.content.startIndex)
        #expect(seek[1] == cues.start - segment.content.startIndex)
        #expect(Array(cues.content) == made.cues)
        let blocks = MadeWebM.elements(parts[parts.count - 2].content)
        #expect(blocks.map(\.id) == [0xE7, 0xA3, 0xA0, 0xA3])
        #expect(Array(blocks[1].content) == made.first)
        #expect(Array(blocks[3].content) == made.sound)
        let group = MadeWebM.elements(blocks[2].content)
        #expect(group.map(\.id) == [0xA1, 0x9B, 0xFB])
        #expect(Array(group[0].content) == [0x81, 1, 0x2C, 0] + made.last.dropFirst(4))
        #expect(group[1].number == 1234)
        #expect(Array(group[2].content) == [0xFE, 0xD4])

        try LastBlock.tellDuration(1234, in: path)
        #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: path.string))) == changed)
      }
    }
  }
}

/// A WebM file of two pictures, 300 ms apart, followed by audio.
private struct MadeWebM {
  let first: [UInt8] = [0x81, 0, 0, 0x80, 1, 2, 3]
  let sound: [UInt8] = [0x82, 1, 0x30, 0x80, 9]
  let cues: [UInt8] = [0xBB, 0x80]
  let last: [UInt8]
  let bytes: [UInt8]

  init(payload: Int) {
    last = [0x81, 1, 0x2C, 0] + (0..<payload).map { UInt8(truncatingIfNeeded: $0) }
    let element = Self.element
    let tracks = element(
      [0x16, 0x54, 0xAE, 0x6B],
      element([0xAE], [0xD7, 0x81, 2]) + element([0xAE], [0xD7, 0x81, 1, 0xE0, 0x80]))
    let cluster = element(
      [0x1F, 0x43, 0xB6, 0x75],
      [0xE7, 0x81, 0] + element([0xA3], first) + element([0xA3], last) + element([0xA3], sound))
    func front(_ tracks: Int, _ cues: Int) -> [UInt8] {
      func seek(_ id: [UInt8], _ position: Int) -> [UInt8] {
        var number = withUnsafeBytes(of: UInt32(position).bigEndian, Array.init)
        while number.count > 1, number[0] == 0 { number.removeFirst() }
        return element([0x4D, 0xBB], element([0x53, 0xAB], id) + element([0x53, 0xAC], number))
      }
      let head = element(
        [0x11, 0x4D, 0x9B, 0x74],
        seek([0x16, 0x54, 0xAE, 0x6B], tracks) + seek([0x1C, 0x53, 0xBB, 0x6B], cues))
      let room = 100 - head.count - 9
      return head + [0xEC, 1, 0, 0, 0, 0, 0, 0, UInt8(room)] + Array(repeating: 0, count: room)
    }
    let content =
      front(100, 100 + tracks.count + cluster.count) + tracks + cluster
      + element([0x1C, 0x53, 0xBB, 0x6B], cues)
    let size = withUnsafeBytes(of: UInt64(content.count).bigEndian, Array.init)
    bytes = [0x1A, 0x45, 0xDF, 0xA3, 0x80, 0x18, 0x53, 0x80, 0x67, 1] + size.dropFirst() + content
  }

  private static func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let size: [UInt8] =
      count < 127
      ? [0x80 | UInt8(count)]
      : count < 16_383
        ? [0x40 | UInt8(count >> 8), UInt8(count & 255)]
        : [0x20 | UInt8(count >> 16), UInt8(count >> 8 & 255), UInt8(count & 255)]
    return id + size + content
  }

  struct Element {
    let id: UInt32
    let start: Int
    let content: ArraySlice<UInt8>
    var number: Int { content.reduce(0) { $0 << 8 | Int($1) } }
  }

  static func elements(_ bytes: ArraySlice<UInt8>) -> [Element] {
    var found: [Element] = []
    var rest = bytes
    while let first = rest.first {
      let idBytes = first.leadingZeroBitCount + 1
      let id = rest.prefix(idBytes).reduce(0) { $0 << 8 | UInt32($1) }
      let sized = rest.dropFirst(idBytes)
      let sizeBytes = sized.first!.leadingZeroBitCount + 1
      let size =
        sized.prefix(sizeBytes).reduce(0) { $0 << 8 | Int($1) } & (1 << (7 * sizeBytes) - 1)
      let content = sized.dropFirst(sizeBytes).prefix(size)
      found.append(Element(id: id, start: rest.startIndex, content: content))
      rest = bytes[content.endIndex...]
    }
    return found
  }
}
