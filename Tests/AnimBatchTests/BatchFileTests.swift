import SystemPackage
import TestSupport
import Testing

@testable import AnimBatch
@testable import AnimConv
@testable import Stages
@testable import Writing

@Suite struct BatchFileTests {
  private func read(_ text: String, preset: String? = nil) throws -> Batch {
    try TemporaryFolder.with { folder in
      try folder.write(text, to: "build.json")
      if let preset { try folder.write(preset, to: "own.json") }
      return try BatchFile.read(folder.appending("build.json"))
    }
  }

  @Test func jobsTakeWhatTheFileSaysForAll() throws {
    let batch = try read(
      """
      { "$schema": "batch.schema.json", "out": "dist", "name": "{stem}.{ext}",
        "settings": { "container": "mp4", "crf": 30 },
        "jobs": [
          { "inputs": "a/*.gif" },
          { "inputs": ["b.gif", "/c.gif"], "settings": { "crf": 20 }, "out": "deep",
            "name": "{name}.{ext}" } ] }
      """)
    let base = batch.sources[0].removingLastComponent()
    #expect(batch.origin == "build.json")
    #expect(batch.jobs.map(\.folder) == [base.appending("dist"), base.pushing("dist/deep")])
    #expect(batch.jobs[0].inputs == [base.pushing("a/*.gif")])
    #expect(batch.jobs[1].inputs == [base.appending("b.gif"), "/c.gif"])
    #expect(batch.jobs.map { $0.outputs[0].settings["crf"] } == ["30", "20"])
    #expect(batch.jobs[1].name == (try NameTemplate("{name}.{ext}")))
  }

  @Test func aPresetHasSeveralOutputsUnderTheJobsSettings() throws {
    let batch = try read(
      #"{"out": "d", "jobs": [{"inputs": "a", "preset": "own.json", "settings": {"crf": 9}}]}"#,
      preset: """
        { "name": "own", "description": "Two.", "outputs": [
          { "name": "one", "extension": "mp4" },
          { "name": "two", "suffix": "-b", "extension": "webm" } ] }
        """)
    let outputs = batch.jobs[0].outputs
    #expect(outputs.map { $0.preset?.suffix } == ["", "-b"])
    #expect(outputs.map(\.kind) == [.video(.mp4), .video(.webm)])
    let conversions = try outputs.map { try $0.conversion(from: "a", to: "b") }
    #expect(conversions.map(\.video.crf) == [9, 9])
    #expect(Set(outputs.map(\.canonicalText)).count == 2)
  }

  @Test func inputsWithNamesAreAnimationsOfOneSheet() throws {
    try TemporaryFolder.with { folder in
      for name in ["idle.gif", "walk2.gif"] { try folder.write([], to: name) }
      try folder.write(
        """
        {"out": "d", "jobs": [{"inputs": {"run": "walk2.gif", "idle": "idle.gif"},
          "name": "hero.{ext}", "preset": "pixi"}]}
        """, to: "build.json")
      let plan = try BatchPlan(BatchFile.read(folder.appending("build.json")))
      let unit = try #require(plan.units.first)
      #expect(plan.units.count == 1)
      #expect(unit.target == "hero.png")
      #expect(unit.inputs == [folder.appending("walk2.gif"), folder.appending("idle.gif")])
      guard case .animations(let inputs) = unit.conversion.input else {
        Issue.record("one input")
        return
      }
      #expect(inputs.map(\.name) == ["run", "idle"])
    }
  }

  static let wrong: [(text: String, says: String, remedy: String?)] = [
    ("{", "expected a key (at byte 1)", nil),
    ("[]", "expected an object", nil),
    (
      #"{"out": "d", "jobs": [{"inputs": {"a": "a.gif"}, "preset": "pixi"}]}"#,
      "job 1: several animations need a name for their sheet", #"add "name": "hero.{ext}""#
    ),
    (
      #"{"out": "d", "jobs": [{"inputs": {"a": "a.gif"}, "name": "h.{ext}", "settings": {"container": "gif"}}]}"#,
      "job 1: several animations become one sheet, and no output is one",
      #"add "container": "png" to the settings, or list the inputs without names"#
    ),
    (
      #"{"out": "d", "jobs": [{"inputs": {"a": ["a.gif"]}, "name": "h.{ext}", "preset": "pixi"}]}"#,
      "job 1: expected the path of one input for each name in 'inputs'", nil
    ),
    (
      #"{"out": "d", "jobs": [{"inputs": {"a": "a.gif", "a": "b.gif"}, "name": "h.{ext}", "preset": "pixi"}]}"#,
      "job 1: expected one value for 'a', not two", nil
    ),
    (#"{"job": []}"#, "there is no key 'job'", "did you mean 'jobs'?"),
    (
      #"{"out": "d", "out": "e", "jobs": []}"#, "expected one value for 'out', not two", nil
    ),
    (
      #"{"out": "d", "settings": {"crf": 3, "crf": 4}, "jobs": []}"#,
      "expected one value for 'crf', not two", nil
    ),
    (
      #"{"out": "d", "jobs": [{"inputs": "a", "inputs": "b"}]}"#,
      "job 1: expected one value for 'inputs', not two", nil
    ),
    (#"{"jobs": {}}"#, "expected a list named 'jobs'", nil),
    (#"{"jobs": []}"#, "there are no jobs", nil),
    (
      #"{"out": "d", "jobs": [{"inputs": "a", "preset": "web-herp"}]}"#,
      "job 1: there is no preset 'web-herp'", "did you mean 'web-hero'?"
    ),
    (
      #"{"out": "d", "jobs": [{"input": "a"}]}"#, "there is no key 'input'",
      "did you mean 'inputs'?"
    ),
    (
      #"{"jobs": [{"inputs": "a"}]}"#,
      "job 1: expected a folder named 'out', here or for all jobs", nil
    ),
    (
      #"{"out": "d", "jobs": [{"inputs": "a"}]}"#, "job 1: no preset and no container is given",
      #"add a preset, or "container" to the settings"#
    ),
    (
      #"{"out": "d", "settings": {"crff": 3}, "jobs": []}"#, "there is no setting 'crff'",
      "did you mean 'crf'?"
    ),
    (
      #"{"out": "d", "settings": {"container": "mp4"}, "jobs": [{"inputs": [1]}]}"#,
      "job 1: expected a path, a pattern or a list of them for 'inputs'", nil
    ),
    (
      #"{"out": "../d", "jobs": []}"#,
      "expected a folder inside the batch file's folder for 'out', but got '../d'",
      "put the batch file into a folder that holds inputs and outputs"
    ),
    (
      #"{"out": "d/../../e", "jobs": []}"#,
      "expected a folder inside the batch file's folder for 'out', but got 'd/../../e'",
      "put the batch file into a folder that holds inputs and outputs"
    ),
    (
      #"{"out": "/d", "jobs": []}"#,
      "expected a folder inside the batch file's folder for 'out', but got '/d'",
      "put the batch file into a folder that holds inputs and outputs"
    ),
    (
      #"{"out": "d", "settings": {"container": "mp4"}, "jobs": [{"inputs": "a", "out": ".."}]}"#,
      "job 1: expected a folder inside the batch file's folder for 'out', but got '..'",
      "put the batch file into a folder that holds inputs and outputs"
    ),
    (
      #"{"out": 3, "jobs": []}"#, "expected a string for 'out'", nil
    ),
  ]

  @Test(arguments: wrong)
  func mistakesAreNamedWithTheNearestName(text: String, says: String, remedy: String?) throws {
    let error = try #require(#expect(throws: BatchError.self) { try read(text) })
    #expect(error.reason.description.hasSuffix(says), "\(error.reason)")
    #expect(error.remedy?.description == remedy)
    #expect(error.kind == .configuration)
    #expect(error.file?.hasSuffix("build.json") == true)
  }
}
