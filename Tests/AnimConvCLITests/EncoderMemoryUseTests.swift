import Foundation
import Testing

/// The memory that a plan names is the memory that the program takes.
///
/// One after the other: several large encoders at once would take the machine's.
@Suite(.serialized) struct EncoderMemoryUseTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var output: String
    var width: Int
    var height: Int
    var frames: Int
    var flags: [String] = []
    var testDescription: String {
      "\(frames) of \(width)x\(height) to \(output) \(flags.joined(separator: " "))"
    }
  }

  private static let cases = [
    Case(output: "a.mp4", width: 1024, height: 768, frames: 48),
    Case(output: "a.mp4", width: 1024, height: 1024, frames: 12, flags: ["--threads", "1"]),
    Case(
      output: "a.mp4", width: 1024, height: 768, frames: 30,
      flags: ["--encoder-preset", "ultrafast"]),
    Case(output: "a.mp4", width: 1024, height: 512, frames: 24, flags: ["--chroma", "444"]),
    Case(output: "a.mp4", width: 1024, height: 768, frames: 24, flags: ["--codec", "hevc"]),
    Case(output: "a.mp4", width: 1024, height: 1024, frames: 6, flags: ["--codec", "av1"]),
    Case(
      output: "a.mp4", width: 768, height: 768, frames: 4,
      flags: ["--codec", "av1", "--chroma", "444"]),
    Case(output: "a.webm", width: 2048, height: 1024, frames: 1),
    Case(output: "a.webm", width: 1024, height: 768, frames: 6),
    Case(output: "a.webm", width: 1024, height: 1024, frames: 6, flags: ["--max-memory", "130M"]),
    Case(output: "a.webm", width: 4096, height: 256, frames: 3),
    Case(output: "a.webm", width: 1024, height: 1024, frames: 6, flags: ["--codec", "vp8"]),
  ]

  @Test(arguments: cases)
  func whatAnEncoderTakesIsWithinThreeTenthsOfThePlan(_ it: Case) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("animconv-memory-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.film(it).write(to: folder.appendingPathComponent("in.y4m"))

    let planned = try Self.encoderBytes(["in.y4m", it.output] + it.flags, in: folder)
    // The same frames to the encoder that takes next to nothing: what is left is everything else.
    let plain = ["in.y4m", "plain.mov", "--threads", "1"]
    let rest =
      try Animconv.peakBytes(plain, in: folder) - Self.encoderBytes(plain, in: folder)
    let taken = try Animconv.peakBytes(["in.y4m", it.output] + it.flags, in: folder) - rest
    #expect(
      Double(taken) <= Double(planned) * 1.3 && Double(taken) >= Double(planned) / 1.3,
      "\(taken >> 20) MiB, planned \(planned >> 20) MiB")
  }

  private static func encoderBytes(_ arguments: [String], in folder: URL) throws -> Int {
    let plan = try Animconv.run(arguments + ["--dry-run", "--json"], in: folder)
    let document = try JSONSerialization.jsonObject(with: plan.output) as? [String: Any]
    let outputs = try #require(document?["outputs"] as? [[String: Any]], "\(plan.errors)")
    return try #require(outputs.first?["encoderBytes"] as? Int)
  }

  /// Stripes that move, as YUV4MPEG2.
  private static func film(_ it: Case) -> Data {
    var film = Data("YUV4MPEG2 W\(it.width) H\(it.height) F20:1 C420jpeg\n".utf8)
    for frame in 0..<it.frames {
      film += Data("FRAME\n".utf8)
      for y in 0..<it.height {
        film += Data(repeating: UInt8((y / 8 * 37 + frame * 5) & 255), count: it.width)
      }
      film += Data(repeating: 128, count: (it.width + 1) / 2 * ((it.height + 1) / 2) * 2)
    }
    return film
  }
}
