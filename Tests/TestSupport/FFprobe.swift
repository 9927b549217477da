package import Foundation

/// The report of the `ffprobe` command about a file: an oracle that is independent of the
/// libraries' interface.
package struct FFprobe: Decodable {
  package struct Packet: Decodable, Equatable {
    fileprivate var stream_index: Int
    package var pts: Int64
    package var duration: Int64?
    package var flags: String
    /// Bytes, as text.
    package var size: String
  }
  package struct Stream: Decodable {
    package var index: Int
    fileprivate var nb_frames: String?
    package var codec_name: String
    package var profile: String?
    package var width: Int
    package var height: Int
    package var pix_fmt: String?
    package var level: Int?
    package var color_range: String?
    package var color_space: String?
    package var color_transfer: String?
    package var color_primaries: String?
    package var chroma_location: String?
    package var time_base: String
    package var has_b_frames: Int?
    package var tags: [String: String]?
  }
  package struct Format: Decodable {
    package var duration: String
    var tags: [String: String]?
  }

  package var packets: [Packet]
  package var streams: [Stream]
  package var format: Format

  package static func read(_ path: String) throws -> FFprobe {
    let output = try Command.run(
      "ffprobe", "-v", "error", "-of", "json", "-show_packets", "-show_streams", "-show_format",
      path)
    var found = try JSONDecoder().decode(FFprobe.self, from: output)
    if path.hasSuffix(".avif") { found.leaveOutStills() }
    return found
  }

  /// Since release 7, FFmpeg lists the still pictures of an animated AVIF as streams of their own, in
  /// front.
  private mutating func leaveOutStills() {
    streams = Self.withoutStills(streams)
    let kept = Set(streams.map(\.index))
    packets.removeAll { !kept.contains($0.stream_index) }
  }

  private static func withoutStills(_ streams: [Stream]) -> [Stream] {
    let frames = streams.map { Int($0.nb_frames ?? "") ?? 0 }
    let most = frames.max() ?? 0
    return zip(streams, frames).filter { $0.1 == most }.map(\.0)
  }

  /// The index of a stream of an AVIF, not counting still pictures beside an animation.
  private static func index(ofTrack track: Int, in path: String) throws -> Int {
    struct Listed: Decodable {
      var streams: [Stream]
    }
    let output = try Command.run("ffprobe", "-v", "error", "-of", "json", "-show_streams", path)
    let listed = try JSONDecoder().decode(Listed.self, from: output)
    return withoutStills(listed.streams)[track].index
  }

  /// Every frame as raw bytes in this pixel format.
  ///
  /// - Parameter track: which of the streams, without the still pictures of an AVIF.
  package static func decode(
    _ path: String, pixelFormat: String, decoder: String? = nil, track: Int = 0
  ) throws -> [UInt8] {
    let chosen = decoder.map { ["-c:v", $0] } ?? []
    let stream =
      path.hasSuffix(".avif") ? ["-map", "0:\(try index(ofTrack: track, in: path))"] : []
    return try Array(
      Command.run(
        ["ffmpeg", "-v", "error"] + chosen + ["-i", path] + stream + [
          "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", pixelFormat, "-",
        ]))
  }
}

/// Runs other programs.
package enum Command {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  package static func run(_ words: String...) throws -> Data { try run(words) }

  /// - Returns: its standard output.
  package static func run(_ words: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(
        description: "\(words.joined(separator: " ")) exited with \(process.terminationStatus)")
    }
    return data
  }
}
