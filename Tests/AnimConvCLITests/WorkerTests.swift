import Foundation
import Testing

/// The worker answers each request, valid or not.
@Suite struct WorkerTests {
  private func answers(
    _ requests: [String], in folder: URL, _ options: [String] = []
  ) throws -> (outcome: Animconv.Outcome, answers: [[String: Any]]) {
    let outcome = try Animconv.run(
      ["worker"] + options, in: folder, input: Data((requests.joined(separator: "\n") + "\n").utf8))
    return (
      outcome,
      try outcome.text.split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
    )
  }

  @Test func everyRequestIsAnsweredWithItsIDAndTheBytesOfASingleRun() throws {
    try withTemporaryFolder { folder in
      let single = try Animconv.run(
        [Package.orbit, "single.mp4", "--scale", "20x-1", "--crf", "30", "-q"], in: folder)
      #expect(single.status == 0)
      let requests = (0..<6).map {
        #"{"id": \#($0), "input": "\#(Package.orbit)", "output": "\#($0).mp4", "#
          + #""settings": {"scale": "20x-1", "crf": 30}}"#
      }
      let (outcome, answers) = try answers(requests, in: folder)
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      #expect(answers.compactMap { $0["id"] as? Int }.sorted() == Array(0..<6))
      let bytes = try Data(contentsOf: folder.appendingPathComponent("single.mp4"))
      for number in 0..<6 {
        #expect(try Data(contentsOf: folder.appendingPathComponent("\(number).mp4")) == bytes)
      }
      let report = try #require(answers[0]["report"] as? [String: Any])
      #expect(report["frames"] as? Int == 24)
      #expect(report["bytes"] as? Int == bytes.count)
      #expect((report["cpuSeconds"] as? Double ?? 0) > 0)
    }
  }

  @Test func whatCannotBeDoneIsAnsweredAndTheRestIsDone() throws {
    try withTemporaryFolder { folder in
      try Data("no picture".utf8).write(to: folder.appendingPathComponent("bad.gif"))
      try Data("here".utf8).write(to: folder.appendingPathComponent("old.gif"))
      let orbit = Package.orbit
      let (outcome, answers) = try answers(
        [
          #"{"id": "bad", "input": "bad.gif", "output": "a.gif"}"#,
          #"{"id": "gone", "input": "gone.gif", "output": "a.gif"}"#,
          #"{"id": "kind", "input": "bad.gif", "output": "a.xyz"}"#,
          #"{"id": "old", "input": "\#(orbit)", "output": "old.gif"}"#,
          #"{"id": "key", "input": "\#(orbit)", "outptu": "b.gif"}"#,
          #"{"id": "set", "input": "\#(orbit)", "output": "b.gif", "settings": {"scal": 3}}"#,
          "no JSON", "",
          #"{"id": "nobody", "cancel": true}"#,
          #"{"id": "good", "input": "\#(orbit)", "output": "c.gif", "settings": {"scale": "9x-1"}}"#,
        ], in: folder)
      #expect(outcome.status == 0)
      let exits = Dictionary(
        uniqueKeysWithValues: answers.map { ($0["id"] as? String ?? "", $0["exit"] as? Int) })
      #expect(
        exits == [
          "bad": 65, "gone": 66, "kind": 64, "old": 73, "key": 64, "set": 78, "": 64, "good": 0,
        ])
      #expect(folder.names == ["bad.gif", "c.gif", "old.gif"])
    }
  }

  @Test func bazelIsAnsweredInItsOwnForm() throws {
    try withTemporaryFolder { folder in
      let (outcome, answers) = try answers(
        [
          #"{"arguments": ["\#(Package.orbit)", "a.gif", "--scale", "9x-1"], "inputs": []}"#,
          #"{"requestId": 12, "arguments": ["gone.gif", "b.gif"], "verbosity": 3}"#,
          #"{"requestId": 13, "arguments": ["--nope"]}"#,
          #"{"requestId": 14, "arguments": ["\#(Package.orbit)", "c.gif"], "sandboxDir": "box"}"#,
        ], in: folder, ["--persistent_worker"])
      #expect(outcome.status == 0)
      let found = Dictionary(
        uniqueKeysWithValues: answers.map { ($0["requestId"] as? Int ?? -1, $0) })
      #expect(found[0]?["exitCode"] as? Int == 0)
      #expect(found[12]?["exitCode"] as? Int == 66)
      #expect((found[12]?["output"] as? String)?.contains("gone.gif") == true)
      #expect(found[13]?["exitCode"] as? Int == 64)
      #expect(found[14]?["exitCode"] as? Int == 73)
      #expect(answers.allSatisfy { Set($0.keys) == ["exitCode", "output", "requestId"] })
      #expect(folder.names == ["a.gif"])
    }
  }

  /// Options that need a separate run are refused, not ignored.
  @Test(arguments: [
    (["a.gif", "--dry-run"], "--dry-run"),
    (["a.gif", "-n"], "-n"), (["a.mp4", "--measure"], "--measure"),
    (["a.gif", "--watch"], "--watch"), (["-", "--container", "gif"], "'-'"),
  ])
  func whatAWorkerDoesNotDoIsRefused(words: [String], part: String) throws {
    try withTemporaryFolder { folder in
      let words = ([Package.orbit] + words).map { "\"\($0)\"" }.joined(separator: ", ")
      let (outcome, answers) = try answers([#"{"arguments": [\#(words)]}"#], in: folder)
      #expect(outcome.status == 0)
      #expect(answers.count == 1 && answers[0]["exitCode"] as? Int == 64)
      #expect((answers[0]["output"] as? String)?.contains(part) == true, "\(answers)")
      #expect(folder.names == [])
    }
  }

  /// The answer has the sender's number, or the request is refused; the worker continues.
  @Test func anIDThatIsTooLargeIsRefused() throws {
    try withTemporaryFolder { folder in
      let (outcome, answers) = try answers(
        [
          #"{"id": 10e999, "input": "\#(Package.orbit)", "output": "a.gif"}"#,
          #"{"id": 2e3, "input": "\#(Package.orbit)", "output": "b.gif"}"#,
        ], in: folder)
      #expect(outcome.status == 0)
      #expect(answers.count == 2 && folder.names == ["b.gif"])
      #expect(answers.contains { $0["id"] as? Int == 2000 && $0["exit"] as? Int == 0 })
      #expect(answers.contains { $0["exit"] as? Int == 64 })
    }
  }

  @Test func aRequestCanBeCancelled() throws {
    try withTemporaryFolder { folder in
      let (outcome, answers) = try answers(
        (0..<12).map {
          #"{"requestId": \#($0 + 1), "arguments": ["\#(Package.orbit)", "\#($0).webm"]}"#
        } + [#"{"requestId": 12, "cancel": true}"#], in: folder, ["--jobs", "1"])
      #expect(outcome.status == 0)
      #expect(answers.count == 12)
      let last = try #require(answers.first { $0["requestId"] as? Int == 12 })
      #expect(last["wasCancelled"] as? Bool == true)
      #expect(answers.filter { $0["wasCancelled"] != nil }.count == 1)
      #expect(folder.names.count == 11)
    }
  }
}
