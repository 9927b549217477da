import Foundation
import Testing

/// The memory of every kind of output is planned, printed and limited.
@Suite struct PlannedMemoryTests {
  private static let outputs = [
    "a.mp4", "a.webm", "a.mov", "a.gif", "a.apng", "a.webp", "a.avif", "a.jxl", "a.tiff", "a.y4m",
    "a.rgba", "a.zip", "a.png", "a_%02d.png", "frames/",
  ]

  @Test(arguments: outputs)
  func theSumIsPrintedAndLimitsTheOutput(output: String) throws {
    try withTemporaryFolder { folder in
      try Film.y4m(width: 640, height: 480, frames: 3)
        .write(to: folder.appendingPathComponent("in.y4m"))
      let command = ["in.y4m", output, "--dry-run"]
      let plan = try Animconv.run(command + ["--json"], in: folder)
      let document = try JSONSerialization.jsonObject(with: plan.output) as? [String: Any]
      let sum = try #require(document?["memoryBytes"] as? Int, "\(plan.errors)")
      #expect(sum >= 640 * 480 * 4 * 5)
      #expect(document?["allowedMemoryBytes"] as? Int == 1 << 30)

      let text = try Animconv.run(command, in: folder)
      let line = try #require(
        String(decoding: text.output, as: UTF8.self).split(separator: "\n")
          .first { $0.hasPrefix("memory ") })
      #expect(line.contains("about \((sum + (1 << 20) - 1) >> 20) of 1024 MiB: reading "))

      let refused = try Animconv.run(command + ["--max-memory", "1MiB"], in: folder)
      #expect(refused.status == 65)
      let allowed = try #require(refused.errors.firstMatch(of: /--max-memory (\d+MiB)/))
      var again = command + ["--max-memory", String(allowed.1)]
      if let scale = refused.errors.firstMatch(of: /--scale (\S+)/) {
        again += ["--scale", String(scale.1)]
      }
      let accepted = try Animconv.run(again, in: folder)
      #expect(accepted.status == 0, "\(refused.errors) \(again): \(accepted.errors)")
    }
  }
}
