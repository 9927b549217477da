import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AnimBatch
@testable import AnimConv

@Suite struct BatchManifestTests {
  private func manifest(
    _ folder: TemporaryFolder, _ text: String, container: String? = "gif", out: String = "out",
    share: BatchShard = .whole, only ids: [String]? = nil, isNullSeparated: Bool = false
  ) throws -> BatchManifest {
    try folder.write(text, to: "list")
    var settings = ConversionSettings()
    if let container { try settings.set("container", to: container) }
    return try BatchManifest(
      folder.appending("list"), isNullSeparated: isNullSeparated,
      outputs: [BatchOutput(settings)], folder: FilePath(out), share: share, only: ids)
  }

  private func lines(_ manifest: BatchManifest) throws -> [String] {
    var lines: [String] = []
    try manifest.forEachUnit { lines.append("\($0.input) -> \($0.output)") }
    return lines
  }

  @Test func aLineIsAPathOrAnObject() throws {
    try TemporaryFolder.with { folder in
      let text = """
        a.gif
        deep/er/b.gif

        /root/c.gif
        {"input": "d.gif"}
        { "input" : "e.gif", "output": "x/y.gif"}
        {"output": "f.webm", "input": "f\\u002egif", "settings": {"container": "webm"}}
        {"input": "hex:672e67ff", "unit": "0"}
        ./{h.gif
        """
      try #expect(
        lines(manifest(folder, text)) == [
          "a.gif -> out/a.gif", "deep/er/b.gif -> out/deep/er/b.gif",
          "/root/c.gif -> out/root/c.gif", "d.gif -> out/d.gif", "e.gif -> out/x/y.gif",
          "f.gif -> out/f.webm", "g.g\u{FFFD} -> out/g.gif", "./{h.gif -> out/{h.gif",
        ])
      // Without a kind, the output's name decides.
      try #expect(
        lines(manifest(folder, #"{"input": "a.gif", "output": "a.webp"}"#, container: nil))
          == ["a.gif -> out/a.webp"])
      try #expect(
        lines(manifest(folder, "a\nb.gif\0{c.gif\0", isNullSeparated: true))
          == ["a\nb.gif -> out/a\nb.gif", "{c.gif -> out/{c.gif"])
    }
  }

  @Test(arguments: [
    ("{\"input\": 3}", "line 1: expected a path for 'input'"),
    (
      "{\"input\": \"a\", \"output\": \"x/.animconv-batch.jsonl\"}",
      "line 1: names that begin with '.animconv-' are for records and temporary files"
    ),
    ("a.gif\n{\"inputs\": \"a\"}", "line 2: expected a path for 'input'"),
    ("{\"input\": \"a\", \"setings\": {}}", "line 1: there is no key 'setings'"),
    ("{\"input\": \"a\", \"input\": \"b\"}", "line 1: expected one value for 'input', not two"),
    ("{\"input\": \"a\"", "line 1: not valid JSON: the text ends early (at byte 13)"),
    (
      "{\"input\": \"a\", \"output\": \"../b.gif\"}",
      "line 1: expected a path inside the folder of the outputs for 'output'"
    ),
    (
      "{\"input\": \"a\", \"output\": \"/b.gif\"}",
      "line 1: expected a path inside the folder of the outputs for 'output'"
    ),
    (
      "{\"input\": \"a\", \"preset\": \"web-hero\", \"output\": \"b\"}",
      "line 1: 'output' names one file, but the preset makes 4"
    ),
  ])
  func aLineThatCannotBeMeantIsRefusedBeforeAnythingBegins(text: String, reason: String) throws {
    try TemporaryFolder.with { folder in
      let error = #expect(throws: BatchError.self) { try manifest(folder, text) }
      #expect(error?.reason.description == reason)
    }
  }

  @Test func everyUnitIsInExactlyOneShareOfOneBatch() throws {
    try TemporaryFolder.with { folder in
      var text = ""
      for index in 0..<90 {
        text += index % 3 == 0 ? "in/\(index).gif\n" : "{\"input\": \"in/\(index).gif\"}\n"
      }
      let whole = try manifest(folder, text)
      #expect(whole.reportStart.unitCount == 90)
      var all: [String] = []
      for number in 1...7 {
        let share = try manifest(folder, text, share: BatchShard(number: number, count: 7)!)
        #expect(share.reportStart.batch == whole.reportStart.batch)
        #expect(share.reportStart.totalCount == 90)
        let own = try lines(share)
        #expect(own.count == share.reportStart.unitCount)
        all += own
      }
      try #expect(all.sorted() == lines(whole).sorted())
      try #expect(
        manifest(folder, text + "x.gif\n").reportStart.batch != whole.reportStart.batch)
      try #expect(
        manifest(folder, text, container: "webm").reportStart.batch != whole.reportStart.batch)
    }
  }

  @Test func aPresetMakesSeveralUnitsOfALine() throws {
    try TemporaryFolder.with { folder in
      let text = "a.gif\n{\"input\": \"b.gif\", \"preset\": \"web-hero\"}\n"
      let manifest = try manifest(folder, text)
      #expect(manifest.reportStart.totalCount == 5)
      try #expect(
        lines(manifest).count == 5)
      var ids: [String] = []
      try manifest.forEachUnit { ids.append($0.id) }
      let two = try self.manifest(folder, text, only: [ids[0], ids[2]])
      #expect(two.reportStart.unitCount == 2 && two.reportStart.totalCount == 5)
      #expect(two.reportStart.share == nil)
      #expect(throws: BatchError.unknownUnit("none")) {
        try self.manifest(folder, text, only: ["none"])
      }
    }
  }

  @Test func noTwoUnitsWriteTheSameFileAndNoneAnInput() throws {
    try TemporaryFolder.with { folder in
      #expect(
        throws: BatchError.sameTarget(
          target: "out/a.gif", first: "a.png", second: "./a.webp", byCase: false)
      ) { try manifest(folder, "b.gif\na.png\n./a.webp\n") }
      #expect(
        throws: BatchError.targetIsInput(target: "a.gif", from: "a.gif", input: "a.gif")
      ) { try manifest(folder, "a.gif\n", out: ".") }
      #expect(
        throws: BatchError.targetIsInput(target: "out/a.gif", from: "a.png", input: "out/a.gif")
      ) { try manifest(folder, "a.png\nout/a.gif\n") }
      // Other spellings of out/a.gif.
      let here = FileManager.default.currentDirectoryPath
      for name in ["./out/a.gif", "out//a.gif", "out/x/../a.gif", "\(here)/out/a.gif"] {
        #expect(
          throws: BatchError.targetIsInput(target: "out/a.gif", from: "a.png", input: "out/a.gif")
        ) { try manifest(folder, "a.png\n\(name)\n") }
        let out = "\(here)/out"
        #expect(
          throws: BatchError.targetIsInput(
            target: "\(out)/a.gif", from: "a.png", input: "\(out)/a.gif")
        ) { try manifest(folder, "a.png\n\(name)\n", out: out) }
      }
      for name in ["out/b.gif", "xout/a.gif", "out.gif", "/out/a.gif", "out/.a.gif"] {
        _ = try manifest(folder, "a.png\n\(name)\n")
      }
    }
  }

  @Test func placesRecordsOfNeighbouringHashesTogether() {
    #expect(ManifestUnits.recordFile(0xABCD_0000_0000_0001) == ".animconv-batch/ab/cd.jsonl")
    #expect(ManifestUnits.recordFile(0) == ".animconv-batch/00/00.jsonl")
  }
}
