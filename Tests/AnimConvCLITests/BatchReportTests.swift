import Foundation
import Testing

/// Reports of runs and of shares: their contents, and that a merge detects missing ones.
@Suite struct BatchReportTests {
  private func inFolder(count: Int, _ body: (URL) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let inputs = folder.appendingPathComponent("in")
      try FileManager.default.createDirectory(at: inputs, withIntermediateDirectories: true)
      for number in 0..<count {
        try FileManager.default.copyItem(
          atPath: Package.orbit, toPath: inputs.appendingPathComponent("\(number).gif").path)
      }
      try body(folder)
    }
  }

  private static let batch = [
    "batch", "in/*.gif", "--out", "d", "--container", "gif", "--scale", "8x-1",
  ]

  private func lines(_ folder: URL, _ name: String) throws -> [[String: Any]] {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      .split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
  }

  /// Three shares with a report each.
  private func divide(_ folder: URL) throws -> [String] {
    try (1...3).map { number in
      let outcome = try Animconv.run(
        Self.batch + ["--shard", "\(number)/3", "--report", "\(number).jsonl", "-q"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return "\(number).jsonl"
    }
  }

  @Test func aReportBeginsWithTheBatchAndEndsWithTheTotals() throws {
    try inFolder(count: 4) { folder in
      let orbitBytes = try Data(contentsOf: URL(fileURLWithPath: Package.orbit)).count
      let reports = try divide(folder)
      let starts = try reports.map { try lines(folder, $0)[0] }
      #expect(Set(starts.compactMap { $0["batch"] as? String }).count == 1)
      #expect(starts.map { $0["share"] as? String } == ["1/3", "2/3", "3/3"])
      #expect(starts.compactMap { $0["units"] as? Int }.reduce(0, +) == 4)
      #expect(starts.allSatisfy { $0["of"] as? Int == 4 })
      for report in reports {
        let lines = try lines(folder, report)
        let end = try #require(lines.last)
        #expect(end["end"] as? String == "complete")
        #expect(end["written"] as? Int == lines.count - 2)
        for record in lines.dropFirst().dropLast() {
          #expect((record["seconds"] as? Double ?? 0) > 0)
          #expect((record["cpuSeconds"] as? Double ?? 0) > 0)
          #expect((record["peakBytes"] as? Int ?? 0) > 1 << 20)
          #expect(record["inputBytes"] as? Int == orbitBytes)
          #expect((record["host"] as? String)?.isEmpty == false)
          #expect(record["attempt"] as? Int == 1)
        }
      }
    }
  }

  /// Every share's report is truncated at many places: the merge exits with 0 only if every unit is
  /// reported.
  @Test func aMergeNoticesWhatIsMissing() throws {
    try inFolder(count: 9) { folder in
      let reports = try divide(folder)
      let whole = try Animconv.run(["batch", "merge"] + reports + ["--report", "all"], in: folder)
      #expect(whole.status == 0, "\(whole.errors)")
      #expect(try lines(folder, "all").count == 11)
      #expect(try Animconv.run(["batch", "merge", "all"], in: folder).status == 0)

      for (index, report) in reports.enumerated() {
        let others = reports.filter { $0 != report }
        let text = try Data(contentsOf: folder.appendingPathComponent(report))
        let recordCount = try lines(folder, report).count - 2
        let none = folder.appendingPathComponent("none")
        try? FileManager.default.removeItem(at: none)
        let without = try Animconv.run(
          ["batch", "merge"] + others + ["--report", "none"], in: folder)
        #expect(without.status == (recordCount == 0 ? 0 : 74))
        if recordCount > 0 {
          #expect(without.errors.contains("there is no report of share \(index + 1) of 3"))
          #expect(!folder.names.contains("none"))
        }
        for length in stride(from: 0, to: text.count, by: text.count / 7) {
          let cut = text.prefix(length)
          try cut.write(to: folder.appendingPathComponent("cut"))
          let outcome = try Animconv.run(["batch", "merge", "cut"] + others, in: folder)
          // A complete record counts even without its line end.
          let records = cut.split(separator: 0x0A).dropFirst().count {
            (try? JSONSerialization.jsonObject(with: $0)) != nil
          }
          #expect(outcome.status == (records >= recordCount ? 0 : 74), "\(report) \(length)")
          if outcome.status == 74 {
            #expect(outcome.errorLines[0].hasPrefix("animconv: cut: "))
            #expect(outcome.text == "")
          }
        }
      }
    }
  }

  @Test func convertsMissingOutputsAgain() throws {
    try inFolder(count: 6) { folder in
      let reports = try divide(folder)
      let list = try Animconv.run(Self.batch + ["--list", "--json"], in: folder)
      try list.output.write(to: folder.appendingPathComponent("plan.jsonl"))
      let merge = ["batch", "merge", "--expect", "plan.jsonl", "--missing", "again"]
      let first = try Animconv.run(merge + reports.dropLast(), in: folder)
      let missing = try lines(folder, "again")
      #expect(first.status == (missing.isEmpty ? 0 : 74))
      #expect(missing.count == (try lines(folder, reports[2]).count - 2))
      let again = try Animconv.run(
        Self.batch + ["--units-from", "again", "--report", "more.jsonl"], in: folder)
      #expect(again.errors == "animconv: 0 written, \(missing.count) unchanged, 0 failed\n")
      let last = try Animconv.run(merge + reports.dropLast() + ["more.jsonl"], in: folder)
      #expect(last.status == 0, "\(last.errors)")
      #expect(try lines(folder, "again").isEmpty)
    }
  }

  @Test func aBatchFileIsAnExpectation() throws {
    try inFolder(count: 3) { folder in
      let file = folder.appendingPathComponent("build.json")
      try Data(
        #"{"out":"d","jobs":[{"inputs":"in/*.gif","settings":{"container":"gif","scale":"8x-1"}}]}"#
          .utf8
      ).write(to: file)
      #expect(
        try Animconv.run(["batch", "build.json", "--report", "r"], in: folder).status == 0)
      let merge = ["batch", "merge", "r", "--expect", "build.json", "--report", "all"]
      #expect(try Animconv.run(merge, in: folder).status == 0)
      try FileManager.default.removeItem(at: folder.appendingPathComponent("in/2.gif"))
      let other = try Animconv.run(merge, in: folder)
      #expect(other.status == 74)
      #expect(
        other.errors == """
          animconv: the reports: planning: it is a report of another batch than the plan: inputs, \
          settings or versions differ; merge the reports of one batch, made by the same command \
          everywhere

          """)
    }
  }

  @Test func reportsOfDifferentBatchesAreNotMerged() throws {
    try inFolder(count: 2) { folder in
      for (name, scale) in [("a", "8x-1"), ("b", "10x-1")] {
        let outcome = try Animconv.run(
          [
            "batch", "in/*.gif", "--out", name, "--container", "gif", "--scale", scale, "--report",
            "\(name).jsonl",
          ], in: folder)
        #expect(outcome.status == 0)
      }
      let outcome = try Animconv.run(["batch", "merge", "a.jsonl", "b.jsonl"], in: folder)
      #expect(outcome.status == 74)
      let start = "animconv: b.jsonl: planning: it is a report of another batch"
      #expect(outcome.errors.hasPrefix(start))
    }
  }

  @Test func aTerminatedRunEndsWithItsUnitsAndSaysSo() throws {
    try inFolder(count: 40) { folder in
      let arguments = [
        "batch", "in/*.gif", "--out", "d", "--container", "webm", "--scale", "120x-1", "--jobs",
        "1",
        "--report", "r.jsonl",
      ]
      let process = try Animconv.make(arguments, in: folder)
      let errors = Pipe()
      process.standardError = errors
      try process.run()
      while process.isRunning,
        !folder.appendingPathComponent("d").names.contains(where: { $0.hasSuffix(".webm") })
      {
        usleep(10_000)
      }
      process.terminate()
      process.waitUntilExit()
      let end = try #require(try lines(folder, "r.jsonl").last)
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 74)
      #expect(end["end"] as? String == "stopped")
      #expect(end["cause"] as? String == "SIGTERM")
      let written = try #require(end["written"] as? Int)
      #expect(written >= 1 && written + (end["skipped"] as? Int ?? 0) == 40)
      let names = folder.appendingPathComponent("d").names
      #expect(names.count == written + 1, "outputs and the record: \(names)")
      #expect(try Animconv.run(["batch", "merge", "r.jsonl"], in: folder).status == 74)
    }
  }

  /// Without a grace period no unit is finished; a second signal ends the wait.
  @Test(arguments: [(["--grace", "0"], 1, 74), ([], 2, 143)] as [([String], Int, Int32)])
  func aRunCanBeEndedAtOnce(options: [String], signals: Int, status: Int32) throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("pipe.gif")
      #expect(mkfifo(file.path, 0o600) == 0)
      let process = try Animconv.make(
        ["batch", "pipe.gif", "--out", "d", "--container", "gif", "--report", "r.jsonl"] + options,
        in: folder)
      process.standardError = Pipe()
      try process.run()
      // Read from an idle pipe.
      while process.isRunning, !folder.names.contains("r.jsonl") { usleep(10_000) }
      usleep(200_000)
      for _ in 0..<signals {
        kill(process.processIdentifier, SIGTERM)
        usleep(200_000)
      }
      process.waitUntilExit()
      #expect(process.terminationStatus == status)
      #expect(folder.names == ["pipe.gif", "r.jsonl"])
      let ends = try lines(folder, "r.jsonl").compactMap { $0["end"] as? String }
      #expect(ends == (status == 74 ? ["stopped"] : []))
    }
  }

  @Test func messagesCanBeJSON() throws {
    try inFolder(count: 1) { folder in
      try Data("no picture".utf8).write(to: folder.appendingPathComponent("in/x.gif"))
      let outcome = try Animconv.run(
        Self.batch + ["--log", "json", "--verbose", "--metrics", "m"], in: folder)
      #expect(outcome.status == 1)
      let messages = try outcome.errorLines.map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      #expect(Set(messages.compactMap { $0["level"] as? String }) == ["error", "info"])
      #expect(messages.allSatisfy { $0["time"] is String && $0["message"] is String })
      #expect(messages.contains { $0["exit"] as? Int == 65 && $0["unit"] is String })
      let metrics = try String(
        contentsOf: folder.appendingPathComponent("m"), encoding: .utf8)
      #expect(metrics.contains("\nanimconv_batch_units_total{status=\"written\"} 1\n"))
      #expect(metrics.contains("\nanimconv_batch_units_total{status=\"failed\"} 1\n"))
      #expect(metrics.hasSuffix("\n# EOF\n"))
      let refused = try Animconv.run(
        ["batch", "none.json", "--log", "json"], in: folder)
      #expect(refused.errors.hasPrefix("{\"error\":"))
    }
  }
}
