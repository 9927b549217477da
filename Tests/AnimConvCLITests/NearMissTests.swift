import Foundation
import Testing

/// Typing mistakes and options of other tools get a suggestion.
@Suite struct NearMissTests {
  static let orbit = Package.orbit

  static let misses: [(arguments: [String], part: String)] = [
    ([orbit, "o.mp4", "--scale", "640"], "for a width of 640 pixels use --scale 640x"),
    ([orbit, "o.mp4", "--codec", "h265"], "but got 'h265'; did you mean 'hevc'?"),
    ([orbit, "o.mp4", "--codec", "h246"], "did you mean 'h264'?"),
    ([orbit, "o.mp4", "--background", "black"], "did you mean '--matte'?"),
    ([orbit, "o.mp4", "--width", "200"], "did you mean '--scale 200x-1'?"),
    ([orbit, "o.mp4", "--height"], "did you mean '--scale -1x480'?"),
    ([orbit, "o.webp", "--height", "48"], "did you mean '--scale -1x48'?"),
    ([orbit, "o.mp4", "--delay", "5"], "did you mean '--fps 20'?"),
    ([orbit, "o.mp4", "-delay", "3"], "did you mean '--fps 100/3'?"),
    ([orbit, "o.mp4", "-vf", "scale=48:-1"], "Unknown option '-vf'; each filter is an option"),
    ([orbit, "o.mp4", "--vf", "hflip"], "Unknown option '--vf'; each filter is an option"),
    ([orbit, "o.mp4", "--flip"], "Unknown option '--flip'; pictures are not mirrored"),
    ([orbit, "o.mp4", "--jpg"], "frame_%04d.jpg for every frame, or out.jpg with --poster first"),
    ([orbit, "o.mp4", "-threads", "2"], "Unknown option '-threads'; did you mean '--threads'?"),
    ([orbit, "o.mp4", "-quality", "80"], "Unknown option '-quality'; did you mean '--quality'?"),
    ([orbit, "o.mp4", "--framerate", "25"], "did you mean '--fps'?"),
    ([orbit, "-o", "o.mp4"], "OUT is the second argument: animconv IN OUT"),
    ([orbit, "--output", "o.mp4"], "OUT is the second argument: animconv IN OUT"),
    ([orbit, "o.mp4", "--seek", "1"], "Unknown option '--seek'; for a part use --range 1s..3s"),
    ([orbit, "o.mp4", "--from", "1"], "write 1s for the time, or use --range for frames"),
    ([orbit, "o.mp4", "--at", "1"], "but got '1'; write 1s for the time, or f1 for the frame"),
    ([orbit, "o.mp4", "--at", "0.1s,2"], "write 2s for the time, or f2 for the frame"),
    ([orbit, "o.mp4", "--select", "keys"], "did you mean 'key'?"),
    ([orbit, "o.mp4", "-an"], "Unknown option '-an'; for a video without sound use --audio drop"),
    ([orbit, "o.mp4", "-r", "25"], "for a constant rate use --schedule fps=30"),
    ([orbit, "o.mp4", "--resize", "1"], "did you mean '--scale'?"),
    ([orbit, "o.mp4", "--mute"], "use --audio drop"),
    ([orbit, "o.mp4", "--duration-per-frame", "1"], "Unknown option '--duration-per-frame'; see"),
    ([orbit, "b.gif", "c.gif", "o.mp4"], "for several files use animconv batch FILES"),
    (["compere"], "did you mean 'animconv compare'?"),
    (["conver", orbit, "o.mp4"], "did you mean 'animconv convert'?"),
    ([orbit, "o.png", "--data", "texturpacker"], "did you mean 'texturepacker'?"),
    ([orbit, "o.png", "--data", "css,texturpacker"], "did you mean 'css,texturepacker'?"),
    (["presets", "telegrm"], "did you mean 'telegram-emoji'?"),
    ([orbit, "o.mp4", "--preset", "discrod"], "did you mean 'discord-emoji'?"),
    ([orbit, "o.mp4", "--range", "0..3"], "did you mean '0...3'?"),
    ([orbit, "o/", "--frame-format", "jpge"], "did you mean 'jpeg'?"),
    ([orbit, "o.mp4", "--alpha", "Keep"], "did you mean 'keep'?"),
  ]

  @Test(arguments: misses)
  func suggestsTheIntendedName(arguments: [String], part: String) throws {
    let outcome = try Animconv.run(arguments)
    #expect(outcome.status == 64 || outcome.status == 78)
    #expect(outcome.errors.contains(part), "\(outcome.errors)")
    #expect(outcome.errorLines.count == 1)
  }

  /// Each option in a hint exists and accepts the value shown.
  @Test(arguments: [
    "--range 0.1s..0.2s", "--audio drop", "--schedule fps=30", "--scale 640x", "--scale 200x-1",
    "--scale -1x480", "--max-bytes 9mb",
  ])
  func whatIsOfferedWorksWhenTyped(options: String) throws {
    let words = options.split(separator: " ").map(String.init)
    let outcome = try Animconv.run([Self.orbit, "o.mp4", "--dry-run"] + words)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func refusesAddresses() throws {
    let outcome = try Animconv.run(["https://example.com/a.gif", "o.mp4"])
    #expect(outcome.status == 66)
    #expect(outcome.errors.contains("https://example.com/a.gif: "), "\(outcome.errors)")
    #expect(outcome.errors.contains("addresses are not read"), "\(outcome.errors)")
  }

  @Test func namesTheKindOfInputsThatAreNotFiles() throws {
    try withTemporaryFolder { folder in
      for (arguments, text) in [
        (["/dev/zero", "o.mp4"], "/dev/zero: reading: it is a device, not a file"),
        (["inspect", "/dev/urandom"], "/dev/urandom: reading: it is a device, not a file"),
        ([Package.orbit, "o.mp4", "--preset", "/dev/zero"], "the preset is a device, not a file"),
        ([Package.orbit, "o.mp4", "--preset", "./"], "the preset is a folder, not a file"),
      ] {
        let outcome = try Animconv.run(arguments, in: folder)
        #expect(outcome.status != 0 && outcome.errors.contains(text), "\(outcome.errors)")
      }
    }
  }

  @Test func aScaleCanBeAPercentage() throws {
    for (scale, size) in [("50%", "50x34"), ("12.5%", "12x8"), ("200%", "198x134")] {
      let outcome = try Animconv.run([Self.orbit, "o.png", "--scale", scale, "--dry-run", "--json"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text.contains("to \(size)"), "\(outcome.text)")
    }
  }

  @Test(arguments: [
    (["inspect", "--nonsense"], "animconv inspect --help"),
    (["batch", "*.gif"], "animconv batch --help"), ([orbit], "animconv --help"),
  ])
  func aUsageErrorPointsAtTheHelpOfItsCommand(arguments: [String], help: String) throws {
    let outcome = try Animconv.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasSuffix("; see \(help)\n"), "\(outcome.errors)")
    #expect(
      try Animconv.run(Array(help.split(separator: " ").map(String.init).dropFirst())).status == 0)
  }

  @Test func suggestsPatternsForAFolderInABatch() throws {
    try withTemporaryFolder { folder in
      let art = folder.appendingPathComponent("art")
      try FileManager.default.createDirectory(at: art, withIntermediateDirectories: false)
      let inner = art.appendingPathComponent("inner")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
      try FileManager.default.copyItem(
        at: URL(fileURLWithPath: Self.orbit), to: inner.appendingPathComponent("o.gif"))
      let batch = ["--out", "d", "--container", "mp4"]
      let outcome = try Animconv.run(["batch", "art"] + batch, in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("give 'art/**/*'"), "\(outcome.errors)")
      #expect(try Animconv.run(["batch", "art/**/*.gif"] + batch, in: folder).status == 0)
    }
  }

  @Test(
    arguments: [
      (["none.gif", "o.mp4"], 66, "reading"), (["inspect", "none.gif"], 66, "reading"),
      ([orbit, "o.mp4", "--nonsense"], 64, nil), (["presets", "none"], 78, "planning"),
    ] as [([String], Int32, String?)])
  func anErrorIsJSONWhereEverythingIs(
    arguments: [String], status: Int32, stage: String?
  ) throws {
    let outcome = try Animconv.run(arguments + ["--json"])
    #expect(outcome.status == status)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLines.count == 1)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.errors.utf8)) as? [String: Any])
    let error = try #require(document["error"] as? [String: Any])
    #expect(error["exitCode"] as? Int == Int(status))
    #expect(error["stage"] as? String == stage)
    #expect((error["reason"] as? String)?.isEmpty == false)
  }

  @Test func timesAreDecimalsForPeopleAndExactForMachines() throws {
    let arguments = [Self.orbit, "o.mp4", "--speed", "7/3"]
    let people = try Animconv.run(arguments + ["--dry-run"]).text
    #expect(people.contains("0.814286 s"), "\(people)")
    #expect(!people.contains("57/70"))
    let json = try Animconv.run(arguments + ["--dry-run", "--json"]).text
    #expect(json.contains("57/70"), "\(json)")
  }
}
