import AnimConv
import Foundation
import Testing

@Suite struct PresetCommandTests {
  @Test func theListNamesEveryPreset() throws {
    let outcome = try Animconv.run(["presets"], environment: ["COLUMNS": "80"])
    #expect(outcome.status == 0)
    let names = Preset.Library().names
    for name in names {
      #expect(outcome.text.contains("\n  \(name) "))
    }
    let listed = try Animconv.run(["presets", "--json"])
    let presets = try #require(
      try JSONSerialization.jsonObject(with: listed.output) as? [[String: Any]])
    #expect(presets.compactMap { $0["name"] as? String } == names)
  }

  @Test func theListIsGroupedByTask() throws {
    let text = try Animconv.run(["presets"]).text
    let groups = text.components(separatedBy: "\n\n").map { group in
      group.split(separator: "\n").compactMap { $0.firstMatch(of: /^ *([^ ]+)/)?.1 }.map(
        String.init)
    }
    #expect(text.hasPrefix("WEB PAGES:\n"))
    #expect(groups[0].contains("web-hero") && !groups[0].contains("pixi"))
    #expect(groups.contains { $0.contains("pixi") && $0.contains("godot") })
    // Only users' presets may lack a task.
    #expect(!text.contains("OTHER PRESETS"))
  }

  /// A template is a preset file with the same meaning as the preset.
  @Test func aTemplateIsAPresetFile() throws {
    try withTemporaryFolder { folder in
      for name in Preset.Library().names {
        let outcome = try Animconv.run(["presets", name, "--template"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        try outcome.output.write(to: folder.appendingPathComponent("my-\(name).json"))
        func described(_ preset: String) throws -> NSDictionary {
          let json = try Animconv.run(["presets", preset, "--json"], in: folder).output
          var members = try #require(
            try JSONSerialization.jsonObject(with: json) as? [String: Any])
          members["name"] = nil
          return members as NSDictionary
        }
        #expect(try described("./my-\(name).json") == described(name), "\(name)")
      }
      let outcome = try Animconv.run(
        [Package.orbit, "o", "--preset", "my-web-hero", "--preset-dir", ".", "--dry-run"],
        in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  @Test func aFileIsCheckedAgainstEveryPlatform() throws {
    let table = try Animconv.run(["check", Package.orbit], environment: ["COLUMNS": "200"])
    #expect(table.status == 0, "\(table.errors)")
    #expect(table.text.contains("of 20 platforms accept it\n\nACCEPTED BY:\n  "))
    #expect(
      table.text.contains(
        "\n  discord-sticker     width: 99, expected exactly 320; height: 67, expected exactly 320\n"
      )
    )
    let json = try Animconv.run(["check", Package.orbit, "--json"])
    let list = try #require(
      try JSONSerialization.jsonObject(with: json.output) as? [[String: Any]])
    #expect(list.count == 20)
    for entry in list {
      let name = try #require(entry["preset"] as? String)
      let alone = try Animconv.run(["check", Package.orbit, "--preset", name])
      #expect((alone.status == 0) == (entry["passes"] as? Bool), "\(name)")
    }
  }

  @Test func printsAllOfAPreset() throws {
    let outcome = try Animconv.run(["presets", "telegram-emoji"])
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("\nNAME.webm (webm)\n"))
    #expect(outcome.text.contains("\n  --scale 100x100\n"))
    #expect(
      outcome.text.contains(
        "\n  fps: at most 30\n    https://core.telegram.org/stickers (2026-11-21)\n"))
    let json = try Animconv.run(["presets", "whatsapp-sticker", "--json"])
    let preset = try #require(
      try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    let outputs = try #require(preset["outputs"] as? [[String: Any]])
    #expect(outputs.count == 1 && outputs[0]["kind"] as? String == "webp")
  }

  static let targets: [(output: String, files: [String])] = [
    ("dist/", ["orbit-av1.mp4", "orbit-poster.png", "orbit.mp4", "orbit.webm"]),
    ("dist/hero", ["hero-av1.mp4", "hero-poster.png", "hero.mp4", "hero.webm"]),
    ("dist/v1.2", ["v1.2-av1.mp4", "v1.2-poster.png", "v1.2.mp4", "v1.2.webm"]),
    ("dist/a.webm", ["a.webm"]),
    ("dist/a.m4v", ["a.m4v"]),
    ("dist/still.png", ["still.png"]),
  ]

  @Test(arguments: targets)
  func aPresetWritesTheOutputsThatAreMeant(output: String, files: [String]) throws {
    try withTemporaryFolder { folder in
      let dist = folder.appendingPathComponent("dist")
      try FileManager.default.createDirectory(at: dist, withIntermediateDirectories: false)
      let outcome = try Animconv.run(
        [Package.orbit, output, "--preset", "web-hero", "--json"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(dist.names == files)
      let json = try JSONSerialization.jsonObject(with: outcome.output)
      #expect(((json as? [Any])?.count ?? 1) == files.count)
    }
  }

  /// Media names that cannot be written are mistakes, and no file gets a second extension.
  @Test(arguments: [("x.jpg", "discord-emoji", "no .jpg"), ("y.mkv", "web-hero", "no .mkv")])
  func aPresetRefusesExtensionsThatAreNotWritten(
    output: String, preset: String, expected: String
  ) throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run([Package.orbit, output, "--preset", preset], in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains(expected), "\(outcome.errors)")
      #expect(folder.names.isEmpty)
    }
  }

  /// A preset without outputs treats OUT like a run without a preset.
  @Test func aFolderTakesFilesAlsoOfAPresetWithoutOutputs() throws {
    try withTemporaryFolder { folder in
      let preset = ["--preset", "flanimatedimage", "-q"]
      let video = try Animconv.run(
        [Package.orbit, "dist/", "--container", "webm"] + preset, in: folder)
      #expect(video.status == 0, "\(video.errors)")
      #expect(folder.appendingPathComponent("dist").names == ["orbit.webm"])
      let frames = try Animconv.run([Package.orbit, "frames/"] + preset, in: folder)
      #expect(frames.status == 0, "\(frames.errors)")
      #expect(folder.appendingPathComponent("frames").names.count > 20)
    }
  }

  /// Numbers that compare colours with alpha would be meaningless.
  @Test(arguments: [
    ["--alpha-mix", "--measure"], ["--alpha", "mix", "--measure"],
    ["--alpha-mix", "--ssim", "0.9"], ["--alpha-pair", "--ssim", "0.9"],
  ])
  func whatShowsSomethingElseIsNotCompared(arguments: [String]) throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run([Package.orbit, "a.mp4"] + arguments, in: folder)
      #expect(outcome.status == 64, "\(outcome.errors)")
      #expect(
        outcome.errors.contains("cannot be used") && outcome.errors.contains("--alpha"),
        "\(outcome.errors)")
      #expect(folder.names == [])
    }
  }

  /// A batch file names presets itself.
  @Test func aBatchFileFindsPresetsOfAFolder() throws {
    try withTemporaryFolder { folder in
      let presets = folder.appendingPathComponent("presets")
      try FileManager.default.createDirectory(at: presets, withIntermediateDirectories: false)
      try Data(
        #"{"name": "mine", "description": "m.", "settings": {"container": "gif"}}"#.utf8
      ).write(to: presets.appendingPathComponent("mine.json"))
      try Data(
        #"{"out": "o", "jobs": [{"inputs": "\#(Package.orbit)", "preset": "mine"}]}"#.utf8
      ).write(to: folder.appendingPathComponent("build.json"))
      let outcome = try Animconv.run(
        ["batch", "build.json", "--preset-dir", "presets"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(folder.appendingPathComponent("o").names.contains("orbit.gif"))
    }
  }

  /// Every output reads the same damage.
  @Test func reportsDamageOnceForAllOutputs() throws {
    try withTemporaryFolder { folder in
      let whole = try Data(contentsOf: URL(fileURLWithPath: Package.orbit))
      try whole.prefix(6000).write(to: folder.appendingPathComponent("cut.gif"))
      let outcome = try Animconv.run(["cut.gif", "dist/", "--preset", "web-hero"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let warnings = outcome.errorLines.filter { $0.contains("warning:") }
      #expect(warnings.count == 1, "\(outcome.errors)")
    }
  }

  /// The first source that a browser supports is shown, and the still image for reduced motion.
  @Test func severalImagesAreOfferedToBrowsersInOrder() throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run([Package.orbit, "a b", "--preset", "web-picture"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(folder.names == ["a b-poster.png", "a b.avif", "a b.gif", "a b.webp"])
      #expect(
        outcome.text == """
          <picture>
            <source srcset="a%20b-poster.png" media="(prefers-reduced-motion: reduce)">
            <source srcset="a%20b.avif" type="image/avif">
            <source srcset="a%20b.webp" type="image/webp">
            <img src="a%20b.gif" width="99" height="67" alt="" loading="lazy">
          </picture>

          """)
    }
  }

  /// Videos with transparency come first if some lack it, then those with the fewest bytes.
  @Test func severalVideosAreOfferedToBrowsersInOrder() throws {
    try withTemporaryFolder { folder in
      func run(_ arguments: String...) throws -> String {
        let outcome = try Animconv.run([Package.orbit] + arguments, in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.text
      }
      let motion = #" media="(prefers-reduced-motion: no-preference)""#
      #expect(
        try run("my hero&", "--preset", "web-hero") == """
          <video width="99" height="67" poster="my%20hero%26-poster.png" autoplay loop muted \
          playsinline preload="none" loading="lazy">
            <source src="my%20hero%26.webm" type="video/webm; codecs=vp9"\(motion)>
            <source src="my%20hero%26-av1.mp4" type="video/mp4; codecs=av01.0.00M.08"\(motion)>
            <source src="my%20hero%26.mp4" type="video/mp4"\(motion)>
            <img src="my%20hero%26-poster.png" width="99" height="67" alt="" loading="lazy">
          </video>

          """)
      let flat = try run("b", "--preset", "web-hero", "--alpha", "matte", "--scale", "900x-1")
      #expect(
        flat.matches(of: /src="([^"]*)" type="([^"]*)"/).map { "\($0.1) \($0.2)" } == [
          "b-av1.mp4 video/mp4; codecs=av01.0.04M.08", "b.webm video/webm; codecs=vp9",
          "b.mp4 video/mp4",
        ])
      // The properties of the file itself.
      let level = try Animconv.run(
        ["ffprobe", "-v", "error", "-show_entries", "stream=level", "-of", "csv=p=0", "b-av1.mp4"],
        with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
      #expect(level.text == "4\n")
      #expect(try run("c.mp4", "--preset", "web-hero") == "")
      #expect(try run("d", "--preset", "web-hero", "--quiet") == "")
    }
  }

  /// The properties of each output in the plans of a run.
  private func outputs(_ arguments: [String]) throws -> [[String: Any]] {
    let outcome = try Animconv.run([Package.orbit] + arguments + ["--dry-run", "--json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let json = try JSONSerialization.jsonObject(with: outcome.output)
    let plans = try #require((json as? [[String: Any]]) ?? (json as? [String: Any]).map { [$0] })
    return plans.flatMap { $0["outputs"] as? [[String: Any]] ?? [] }
  }

  @Test func optionsGoOverThePreset() throws {
    let own = try outputs(["o.mp4", "--preset", "web-hero"])
    #expect(own[0]["crf"] as? Int == 23 && own[0]["preset"] as? String == "slow")
    let changed = try outputs(["o.mp4", "--preset", "web-hero", "--crf", "30", "--scale", "2x"])
    #expect(changed[0]["crf"] as? Int == 30 && changed[0]["preset"] as? String == "slow")
    #expect(changed[0]["width"] as? Int == 198)
    // A bit rate replaces the quality, and a codec replaces the settings of another one.
    let rate = try outputs(["o.mp4", "--preset", "web-hero", "--bitrate", "1M"])
    #expect(rate[0]["crf"] is NSNull || rate[0]["crf"] == nil)
    let codec = try outputs(["o.mp4", "--preset", "web-hero", "--codec", "hevc"])
    #expect(codec[0]["codec"] as? String == "hevc" && codec[0]["crf"] as? Int != 23)
    let any = try outputs(["o.webm", "--preset", "flanimatedimage"])
    #expect(any[0]["container"] as? String == "webm")
  }

  /// Whatever the edits of the animation, its poster is one picture: the first one that is shown.
  @Test(arguments: [
    [], ["--range", "5..<9"], ["--range", "0.5s..1s"], ["--loops", "3"], ["--schedule", "fps=30"],
    ["--min-duration", "9", "--speed", "2"],
  ])
  func aPosterIsOnePicture(arguments: [String]) throws {
    let plain = try outputs(["o.png", "--preset", "web-hero"])
    let changed = try outputs(["o.png", "--preset", "web-hero"] + arguments)
    #expect(changed.count == 1)
    #expect(changed[0]["width"] as? Int == 99 && changed[0]["height"] as? Int == 67)
    #expect(changed[0]["width"] as? Int == plain[0]["width"] as? Int)
  }

  static let failures: [(arguments: [String], status: Int32, part: String)] = [
    (
      ["ORBIT", "o.mp4", "--preset", "web-her"], 78,
      "there is no preset 'web-her'; did you mean 'web-hero'?"
    ),
    (["ORBIT", "o.mp4", "--preset", "none.json"], 78, "none.json: planning: the preset cannot"),
    (["ORBIT", "o.mov", "--preset", "web-hero"], 64, "writes .mp4, .webm, .png and no .mov"),
    (["ORBIT", "o.gif", "--preset", "web-hero"], 64, "writes .mp4, .webm, .png and no .gif"),
    (["-", "o", "--preset", "web-hero", "-n"], 64, "web-hero has several outputs, and with"),
    (["ORBIT", "o.mp4", "--preset-dir", "."], 64, "--preset-dir needs --preset"),
    (
      ["ORBIT", "o.mp4", "--preset", "web-hero", "--zero-delay", "5"], 64,
      "--zero-delay needs --delays verbatim"
    ),
    (
      ["ORBIT", "o.webm", "--preset", "telegram-sticker", "--speed", "1/2"], 3,
      "seconds: 3.8, expected at most 3; shorten it with --range or --speed"
    ),
    (["ORBIT", "o.mp4", "--max-bytes", "10", "--shrink", "rate"], 3, "the closest has "),
    (["ORBIT", "o.mp4", "--max-bytes", "ten"], 64, "expected a number of bytes such as"),
    (["check", "ORBIT", "--preset", "telegram-sticker"], 3, "container: gif, expected webm"),
    (["check", "none.gif", "--preset", "x-gif"], 66, "none.gif"),
    (["check", "ORBIT", "--preset", "x-gif", "--output", "mp4"], 78, "it has gif"),
    (["check", "ORBIT", "--output", "mp4"], 64, "--output needs --preset"),
    (["presets", "--template"], 64, "--template needs a preset, such as web-hero"),
    (["presets", "nonsense"], 78, "'animconv presets' lists them all"),
  ]

  @Test(arguments: failures)
  func aFailureIsOneLineWithItsCode(
    arguments: [String], status: Int32, part: String
  ) throws {
    try withTemporaryFolder { folder in
      let words = arguments.map { $0 == "ORBIT" ? Package.orbit : $0 }
      let outcome = try Animconv.run(
        words + (["check", "presets"].contains(words[0]) ? [] : ["-q"]), in: folder)
      #expect(outcome.status == status, "\(outcome.errors)")
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
      #expect(outcome.errorLines.count == 1)
      #expect(folder.names == [])
    }
  }

  @Test func presetsAreFoundInFoldersOfTheUser() throws {
    try withTemporaryFolder { folder in
      let presets = folder.appendingPathComponent("animconv/presets")
      try FileManager.default.createDirectory(at: presets, withIntermediateDirectories: true)
      let text = #"""
        {"name": "mine", "description": "m", "extends": "web-hero", "settings": {"crf": 33},
         "outputs": [{"name": "mp4"}]}
        """#
      let file = presets.appendingPathComponent("mine.json")
      try Data(text.utf8).write(to: file)
      let wrong = folder.appendingPathComponent("wrong.json")
      try Data(text.replacing("crf", with: "cfr").utf8).write(to: wrong)

      let plan = ["o.mp4", "--dry-run", "--json", "--preset"]
      for (arguments, environment) in [
        (["mine"], ["XDG_CONFIG_HOME": folder.path]),
        (["mine", "--preset-dir", presets.path], [:]), ([file.path], [:]),
      ] {
        let outcome = try Animconv.run(
          [Package.orbit] + plan + arguments, environment: environment)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text.contains("\"crf\" : 33"))
      }
      let outcome = try Animconv.run([Package.orbit, "o.mp4", "--preset", wrong.path])
      #expect(outcome.status == 78)
      #expect(
        outcome.errors
          == "animconv: \(wrong.path): planning: the preset.settings: there is no setting 'cfr'; "
          + "did you mean 'crf'?\n")
    }
  }

  @Test func aCheckIsATableOrJSON() throws {
    let table = try Animconv.run(["check", Package.orbit, "--preset", "discord-emoji"])
    #expect(table.status == 0)
    #expect(table.errors == "")
    #expect(table.text.contains("\n  ok  bytes      "))
    let failing = try Animconv.run(
      ["check", Package.orbit, "--preset", "discord-sticker", "--json"])
    #expect(failing.status == 3)
    let json = try #require(
      try JSONSerialization.jsonObject(with: failing.output) as? [String: Any])
    #expect(json["passes"] as? Bool == false)
    let lines = try #require(json["constraints"] as? [[String: Any]])
    let failed = lines.filter { $0["passes"] as? Bool == false }
    #expect(failed.compactMap { $0["property"] as? String } == ["width", "height"])
    #expect(failed.allSatisfy { ($0["source"] as? String)?.hasPrefix("https://") == true })
  }

  @Test func reportsTriesAndWritesTheLastThatFits() throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run(
        [Package.orbit, "o.mp4", "--max-bytes", "4k", "--json"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(folder.names == ["o.mp4"])
      let report = try #require(
        try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
      let tries = try #require(report["tries"] as? [[String: Any]])
      let told = outcome.errorLines.filter { $0.hasPrefix("animconv: o.mp4: try ") }
      #expect(tries.count > 1 && told.count == tries.count)
      #expect(told[0].hasPrefix("animconv: o.mp4: try 1: as asked: "))
      let size = try Data(contentsOf: folder.appendingPathComponent("o.mp4")).count
      #expect(tries.last { $0["fits"] as? Bool == true }?["bytes"] as? Int == size)
      #expect(size <= 4000)
    }
  }
}
