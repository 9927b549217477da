import AnimConv
import Foundation
import Testing

/// The inputs and outputs that options affect, on the command line.
@Suite struct OptionScopeTests {
  static let idle: [(arguments: [String], part: String)] = [
    (
      ["q.png", "--quality", "80"],
      "--quality is for videos, GIFs, WebPs, AVIFs, JPEG XL files, JPEGs, folders of frames, archives of "
        + "frames, sheets in other formats than PNG, thumbnails and BIFs, not for a sheet"
    ),
    (["q.mp4", "--start", "3"], "--start is for folders and archives of frames, not for MP4"),
    (["q.mp4", "--labels"], "--labels is for sheets and imagesets, not for MP4; leave it out"),
    (["q.mp4", "--columns", "3", "--layout", "packed"], "is for sheets and imagesets"),
    (["q.png", "--crf", "20"], "--crf is for videos, not for a sheet"),
    (
      ["q.png", "--columns", "3", "--layout", "packed"],
      "--columns and --layout packed cannot be used"
    ),
    (["q/", "--crf", "20"], "--crf is for videos, not for a folder of frames"),
    (["q.zip", "--duplicates", "list"], "--duplicates is for folders of frames, not for"),
    (["--sheet", "q", "--crf", "20"], "--crf is for videos, not for a sheet"),
    (["q.mp4", "--gaps", "hold"], "--gaps is for folders, lists and archives of pictures, and"),
    (
      ["q.mp4", "--tag", "walk"],
      "--tag is for atlases and files of Aseprite, Pixelorama and Lottie, and the input is a GIF"
    ),
    (["q.mp4", "--cell", "9x9"], "an animation is not a sheet; leave out the options for sheets"),
    (["q.mp4", "--filter", "area"], "--filter needs --scale"),
    (["q.mp4", "--preset", "web-hero", "--columns", "2"], "--columns is for sheets"),
    (["q", "--preset", "web-hero", "--colors", "9"], "and no output is one"),
  ]

  @Test(arguments: idle)
  func anOptionThatCannotApplyIsRefused(arguments: [String], part: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run([Package.orbit] + arguments, in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.errorLines.count == 1)
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
      #expect(folder.names == [])
    }
  }

  @Test(arguments: [
    (["--fps", "5"], "--fps is for still pictures, sheets and atlases"),
    (["--start-number", "2"], "--start-number is for folders"),
  ])
  func inspectRefusesThemAsWell(arguments: [String], part: String) throws {
    let outcome = try Animconv.run(["inspect", Package.orbit] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
  }

  @Test func anOptionOverAPresetActsOnTheOutputsThatItIsFor() throws {
    let outcome = try Animconv.run([
      Package.orbit, "o", "--preset", "web-hero", "--crf", "30", "--data", "css", "--padding", "2",
      "--dry-run", "--json",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let plans = try #require(
      try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
    let outputs = plans.compactMap { $0["outputs"] as? [[String: Any]] }
    let names = outputs.map { $0.compactMap { $0["output"] as? String } }
    #expect(
      names == [
        ["o.mp4"], ["o-av1.mp4"], ["o.webm"], ["o-poster.png", "o-poster.css", "o-poster.html"],
      ])
  }

  static let batch = ["batch", Package.orbit, "--out", "d"]

  @Test func anOptionOfABatchActsOnTheOutputsAndInputsThatItIsFor() throws {
    try withTemporaryFolder { folder in
      let taken = try Animconv.run(
        Self.batch + ["--preset", "web-hero", "--columns", "2", "--gaps", "hold"], in: folder)
      #expect(taken.status == 0, "\(taken.errors)")
      let refused = try Animconv.run(
        Self.batch + ["--container", "mp4", "--columns", "2"], in: folder)
      #expect(refused.status == 64)
      #expect(refused.errors.contains("--columns is for sheets and imagesets, not for MP4"))
    }
  }

  static let files: [(text: String, status: Int32, part: String)] = [
    (
      #"""
      {"out": "d", "settings": {"crf": 30, "padding": 2}, "jobs": [
        {"inputs": "o.gif", "settings": {"container": "mp4"}},
        {"inputs": "o.gif", "settings": {"container": "png"}}]}
      """#, 0, ""
    ),
    (
      #"""
      {"out": "d", "settings": {"padding": 2}, "jobs": [
        {"inputs": "o.gif", "settings": {"container": "mp4"}}]}
      """#, 78, "padding is for sheets and imagesets, not for MP4"
    ),
    (
      #"""
      {"out": "d", "jobs": [
        {"inputs": "o.gif", "settings": {"container": "png"}},
        {"inputs": "o.gif", "settings": {"container": "mp4", "padding": 2}}]}
      """#, 78, "job 2: padding is for sheets and imagesets, not for MP4"
    ),
  ]

  @Test(arguments: files)
  func aSettingOfABatchFileIsForOneOfItsOutputs(
    text: String, status: Int32, part: String
  ) throws {
    try withTemporaryFolder { folder in
      try FileManager.default.copyItem(
        at: URL(fileURLWithPath: Package.orbit), to: folder.appendingPathComponent("o.gif"))
      try Data(text.utf8).write(to: folder.appendingPathComponent("b.json"))
      let outcome = try Animconv.run(["batch", "b.json"], in: folder)
      #expect(outcome.status == status, "\(outcome.errors)")
      #expect(part.isEmpty || outcome.errors.contains(part), "\(outcome.errors)")
    }
  }

  @Test(arguments: [
    (["--dry-run", "--report", "r"], "--report and --dry-run cannot be used together"),
    (["--list", "--stamp", "s"], "--stamp and --list cannot be used together"),
    (["--list-units", "--prune"], "have no effect with --list-units"),
  ])
  func whatOnlyARunWritesIsNoPartOfARehearsal(arguments: [String], part: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run(Self.batch + ["--container", "mp4"] + arguments, in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
      #expect(folder.names == [])
    }
  }

  @Test func helpListsEveryOptionUnderItsGroup() throws {
    let dump = try Animconv.run(["--experimental-dump-help"]).output
    let root = try #require(try JSONSerialization.jsonObject(with: dump) as? [String: Any])
    let command = try #require(root["command"] as? [String: Any])
    let commands = try #require(command["subcommands"] as? [[String: Any]])
    let headings = Dictionary(
      uniqueKeysWithValues: SettingGroup.all.flatMap { group in
        group.names.map { ($0, group.heading) }
      })
    for name in ["convert", "inspect"] {
      let command = try #require(commands.first { $0["commandName"] as? String == name })
      var seen = 0
      for argument in try #require(command["arguments"] as? [[String: Any]]) {
        let names = argument["names"] as? [[String: Any]] ?? []
        for case let option as String in names.map({ $0["name"] }) {
          guard let heading = headings[option] else { continue }
          seen += 1
          #expect(argument["sectionTitle"] as? String == heading, "\(name) --\(option)")
        }
      }
      #expect(seen > 10)
    }
  }
}
