import Foundation
import Testing

/// The program takes the memory that its plan states.
///
/// As many encoders run at once as the machine has processors.
@Suite struct EncoderMemoryUseTests {
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
    // In two passes.
    Case(output: "a.webm", width: 1024, height: 768, frames: 14),
    Case(output: "a.webm", width: 1280, height: 1024, frames: 12),
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
    try Film.y4m(width: it.width, height: it.height, frames: it.frames)
      .write(to: folder.appendingPathComponent("in.y4m"))

    let planned = try Self.encoderBytes(["in.y4m", it.output] + it.flags, in: folder)
    // The same frames with the fastest encoder show the time of everything except encoding.
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
}
