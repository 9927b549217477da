import AnimTiming
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Writing

@Suite struct MediaHeaderTests {
  /// FFmpeg 8 includes time before the first frame is shown, or a part of it; earlier releases do not.
  @Test(arguments: [VideoContainer.mp4, .mov], [-3, 0, 1, 40, 80] as [Int64])
  func isTheSumOfAllDurations(container: VideoContainer, offset: Int64) throws {
    var options = VideoOptions()
    options.codec = .hevc
    options.bFrames = 3
    let video = try WrittenVideo(
      DrawnFrames.movingSquare(size: PixelSize(width: 96, height: 66), count: 5),
      durations: [30, 40, 30, 50, 60], timebase: .milliseconds, container: container,
      options: options
    )
    let right = try video.bytes
    let boxes = MovieBoxes(right)
    #expect(try #require(boxes.edits.first).mediaTime > 0)
    let media = try #require(boxes.media)
    #expect(RationalTime(Int64(media.duration), Int64(media.timescale)) == .milliseconds(210))
    var bytes = right
    bytes.raise("mdhd", by: Int32(offset), at: 16)
    #expect((bytes == right) == (offset == 0))
    try Data(bytes).write(to: URL(fileURLWithPath: video.path))
    try MediaHeader.tellDuration(in: FilePath(video.path))
    #expect(try video.bytes == right)
  }

  @Test func aFileWithoutImagesIsRefused() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("a.mp4")
      try Data([0, 0, 0, 8] + Array("moov".utf8)).write(to: URL(fileURLWithPath: path.string))
      #expect(throws: (any Error).self) { try MediaHeader.tellDuration(in: path) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path.string)).count == 8)
    }
  }
}
