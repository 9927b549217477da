import Foundation
import Testing

/// `convert --measure`, and the schema of the figures.
@Suite struct MeasureTests {
  private static func object(_ outcome: Animconv.Outcome) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
  }

  @Test func measuresTheSameAsCompare() throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run([Package.orbit, "a.mp4", "--measure", "--json"], in: folder)
      #expect(made.status == 0, "\(made.errors)")
      let measured = try #require(try Self.object(made)["comparison"] as? [String: Any])
      let compared = try Animconv.run(["compare", Package.orbit, "a.mp4", "--json"], in: folder)
      let list = try #require(
        try JSONSerialization.jsonObject(with: compared.output) as? [[String: Any]])
      #expect(measured as NSDictionary == list[0] as NSDictionary)
      let work = try #require(try Self.object(made)["work"] as? [String: Any])
      #expect((work["peakBytes"] as? Int ?? 0) > 1_000_000)
      #expect((work["seconds"] as? Double ?? 0) > 0)
    }
  }

  @Test func nothingIsMeasuredWhenNotAskedFor() throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run([Package.orbit, "a.gif", "--json"], in: folder)
      #expect(try Self.object(made)["comparison"] == nil)
      #expect(try Self.object(made)["work"] == nil)
    }
  }

  @Test func oneLineSaysIt() throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run([Package.orbit, "a.apng", "--measure"], in: folder)
      #expect(
        made.errorLines.last
          == "animconv: a.apng: SSIM 1.0000 on average, 1.0000 in frame 0; "
          + "SSIMULACRA2 100.00 on average, 100.00 at p10, 100.00 in frame 0; every pixel equal; "
          + "largest shift 0 ms")
      let quiet = try Animconv.run([Package.orbit, "b.apng", "--measure", "-q"], in: folder)
      #expect(quiet.status == 0 && quiet.errors == "")
    }
  }

  /// Intended cuts, rotations, speeds, crops, padding and flattening are not differences.
  @Test(arguments: [
    ["--range", "5..<15", "--reverse"], ["--speed", "2"], ["--loops", "2"],
    ["--crop", "40x30+10+10"], ["--scale", "100x100", "--fit", "contain"],
    ["--scale", "2x", "--matte", "red", "--alpha", "matte"], ["--alpha", "stacked"],
  ])
  func editsDoNotCountAsDifferences(options: [String]) throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run(
        [Package.orbit, "a.apng", "--measure", "--json"] + options, in: folder)
      #expect(made.status == 0, "\(made.errors)")
      let measured = try #require(try Self.object(made)["comparison"] as? [String: Any])
      #expect(measured["ssim"] as? Double == 1)
      #expect(measured["psnr"] == nil)
      #expect((measured["largestShift"] as? [String: Any])?["seconds"] as? Double == 0)
    }
  }

  @Test(
    arguments: [
      (["-", "a.gif"], "neither can be '-'"),
      ([Package.orbit, "-", "--container", "gif"], "neither can be '-'"),
      ([Package.orbit, "a.png"], "compare' with its data"),
    ] as [([String], String)])
  func whatCannotBeMeasuredIsSaid(arguments: [String], part: String) throws {
    let outcome = try Animconv.run(arguments + ["--measure"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(part), "\(outcome.errors)")
  }

  // MARK: Schema

  @Test(.enabled(if: SchemaValidator.isHere, "install python3-jsonschema"))
  func theFiguresConformToTheirSchema() throws {
    func validate(_ file: String, in folder: URL) throws -> Animconv.Outcome {
      try SchemaValidator.validate(file, by: "comparison.schema.json", in: folder)
    }
    try withTemporaryFolder { folder in
      for name in ["a.mp4", "b.webm", "c.gif", "frames/"] {
        let made = try Animconv.run([Package.orbit, name, "-q"], in: folder)
        #expect(made.status == 0, "\(made.errors)")
      }
      let compared = try Animconv.run(
        ["compare", Package.orbit, "a.mp4", "b.webm", "c.gif", "frames", "--json"], in: folder)
      try compared.output.write(to: folder.appendingPathComponent("all.json"))
      let all = try validate("all.json", in: folder)
      #expect(all.status == 0, "\(all.text)")

      let made = try Animconv.run([Package.orbit, "d.mp4", "--measure", "--json"], in: folder)
      let one = try JSONSerialization.data(withJSONObject: Self.object(made)["comparison"]!)
      try one.write(to: folder.appendingPathComponent("one.json"))
      #expect(try validate("one.json", in: folder).status == 0)

      // The schema refuses unknown members.
      let text = String(decoding: one, as: UTF8.self)
      let strange = text.replacingOccurrences(of: "\"isScaled\"", with: "\"scaled\"")
      try Data(strange.utf8).write(to: folder.appendingPathComponent("strange.json"))
      #expect(try validate("strange.json", in: folder).status == 1)
    }
  }
}

/// `convert --ssim`.
@Suite struct SimilarityOptionTests {
  @Test func theOutputIsSimilarEnough() throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run(
        [Package.orbit, "a.mp4", "--ssim", "0.99", "--measure", "--json"], in: folder)
      #expect(made.status == 0, "\(made.errors)")
      let report = try #require(
        try JSONSerialization.jsonObject(with: made.output) as? [String: Any])
      let comparison = try #require(report["comparison"] as? [String: Any])
      #expect(try #require(comparison["ssim"] as? Double) >= 0.99)
      let tries = made.errorLines.filter { $0.contains(": try ") }
      #expect((1...6).contains(tries.count) && tries.contains { $0.hasSuffix(", enough") })
      let again = try Animconv.run([Package.orbit, "a.mp4", "--ssim", "0.99"], in: folder)
      #expect(again.status == 73 && !again.errors.contains("try 1"), "\(again.errors)")
    }
  }

  @Test(
    arguments: [
      (["--ssim", "2"], 64, "from 0.5 to 1"), (["--ssim", "0.9", "--crf", "20"], 64, "--crf"),
      (["--ssim", "0.9", "--max-bytes", "1k"], 64, "cannot be used together"),
      (["--target", "101"], 64, "expected a score such as 80"),
      (["--target", "80", "--crf", "20"], 64, "cannot be used together"),
      (["--target", "80", "--alpha-pair"], 64, "cannot be used together"),
      (["--ssim", "1"], 3, "no quality has an SSIM"),
    ] as [([String], Int32, String)])
  func whatCannotBeIsSaid(arguments: [String], status: Int32, part: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run([Package.orbit, "a.mp4"] + arguments, in: folder)
      #expect(outcome.status == status)
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
      #expect(folder.names == [])
    }
  }
}
