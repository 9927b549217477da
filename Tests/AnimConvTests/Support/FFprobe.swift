import Foundation

/// What the `ffprobe` command says of a file: an oracle beside the libraries' own interface.
struct FFprobe: Decodable {
  struct Packet: Decodable, Equatable {
    var pts: Int64
    var duration: Int64?
    var flags: String
  }
  struct Stream: Decodable {
    var codec_name: String
    var profile: String?
    var width: Int
    var height: Int
    var pix_fmt: String?
    var level: Int?
    var color_range: String?
    var color_space: String?
    var color_transfer: String?
    var color_primaries: String?
    var chroma_location: String?
    var time_base: String
    var has_b_frames: Int?
    var tags: [String: String]?
  }
  struct Format: Decodable {
    var duration: String
    var tags: [String: String]?
  }

  var packets: [Packet]
  var streams: [Stream]
  var format: Format

  static func read(_ path: String) throws -> FFprobe {
    let output = try Command.run(
      "ffprobe", "-v", "error", "-of", "json", "-show_packets", "-show_streams", "-show_format",
      path)
    return try JSONDecoder().decode(FFprobe.self, from: output)
  }

  /// Every frame as raw bytes in this pixel format.
  static func decode(
    _ path: String, pixelFormat: String, decoder: String? = nil
  ) throws -> [UInt8] {
    let chosen = decoder.map { ["-c:v", $0] } ?? []
    return try Array(
      Command.run(
        ["ffmpeg", "-v", "error"] + chosen + [
          "-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", pixelFormat, "-",
        ]))
  }
}

/// Runs other programs.
enum Command {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  static func run(_ words: String...) throws -> Data { try run(words) }

  /// - Returns: what it wrote to standard output.
  static func run(_ words: [String]) throws -> Data {
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
