import Foundation
package import SystemPackage

/// Videos encoded by the `ffmpeg` command.
package enum MadeVideo {
  private static let tags = [
    "-color_range": "range", "-color_primaries": "color_primaries", "-color_trc": "color_trc",
    "-colorspace": "colorspace",
  ]

  /// Encodes a video of `count` frames of 64 x 48 pixels whose grey levels increase in steps of 8.
  ///
  /// - Parameter input: filters that draw something else.
  package static func make(
    _ name: String, in folder: TemporaryFolder, count: Int = 12, rate: String = "10",
    input: String = "geq=lum='16+8*N':cb=128:cr=128", _ options: [String]
  ) throws -> FilePath {
    let path = folder.appending(name)
    _ = try Command.run(
      [
        "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
        "color=size=64x48:rate=\(rate),format=yuv420p,\(input)\(tagging(options))",
        "-frames:v", "\(count)",
      ] + options + [path.string])
    return path
  }

  /// Filters that tag frames as these options tag a video: FFmpeg 9 takes colours from frames, and
  /// earlier releases take them from options.
  package static func tagging(_ options: [String]) -> String {
    zip(options, options.dropFirst()).compactMap { option, value in
      tags[option].map { ",setparams=\($0)=\(value)" }
    }.joined()
  }

  /// Writes a copy of an MP4 that is shown turned clockwise (ISO/IEC 14496-12, 8.3.2): FFmpeg 9 has
  /// no option for it that earlier releases have.
  ///
  /// - Parameters:
  ///   - video: an MP4 of one track.
  ///   - angle: 90, 180 or 270.
  package static func turn(_ video: FilePath, by angle: Int, to path: FilePath) throws {
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: video.string)))
    guard let box = bytes.firstRange(of: Array("tkhd".utf8)), bytes[box.upperBound] == 0 else {
      throw Command.Failure(description: "\(video) has no header of a track that can be turned")
    }
    // In 16.16 numbers: what x and y of the picture add to x and y of the screen. The place of its
    // corner follows; players ignore it.
    let (right, down): (Int32, Int32) = angle == 90 ? (0, 1) : angle == 180 ? (-1, 0) : (0, -1)
    let numbers: [Int32] = [
      right << 16, down << 16, 0, -down << 16, right << 16, 0, 0, 0, 1 << 30,
    ]
    let matrix = numbers.flatMap { number in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    let start = box.upperBound + 40
    bytes.replaceSubrange(start..<start + matrix.count, with: matrix)
    try Data(bytes).write(to: URL(fileURLWithPath: path.string))
  }
}
