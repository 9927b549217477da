import Foundation
import TestSupport
import Testing

/// Every remedy that names options works when typed.
@Suite struct RemedyTests {
  /// A refused command, its remedy, and the command with that remedy.
  struct Case: Sendable {
    let refused: String
    let remedy: String
    let followed: String

    init(_ refused: String, _ remedy: String, adding options: String) {
      self.init(refused, remedy, refused + " " + options)
    }

    init(_ refused: String, _ remedy: String, _ followed: String) {
      self.refused = refused
      self.remedy = remedy
      self.followed = followed
    }
  }

  static let cases: [Case] = [
    // Quality.
    Case("dots.gif o2.mp4 --target 92", "use --chroma 444, ask", adding: "--chroma 444"),
    Case(
      "o.gif o2.mp4 --target 97", "ask for less, or write a WebP with --lossless",
      "o.gif o2.webp --lossless"),
    // Colours.
    Case(
      "o.gif o2.gif --scale 400% --filter lanczos --lossless", "leave out --lossless",
      "o.gif o2.gif --scale 400% --filter lanczos"),
    // Frames.
    Case(
      "o.gif o2/ --at 1s --range 0s..0.5s",
      "times and frames count from the start of the input: change --range",
      "o.gif o2/ --at 1s --range 0s..1.5s"),
    Case("o.gif o2/ --select key", "leave out --select", "o.gif o2/"),
    Case(
      "o.gif b=o.gif o2.png --for flip-book", "leave out --for, or give one input",
      "o.gif b=o.gif o2.png"),
    Case("o.gif o2/ --select sharp", "add --every 2s", adding: "--every 2s"),
    Case("o.gif o2/ --select sharp", "or --pick 20", adding: "--pick 20"),
    Case("o.gif o2/{shot}.png", "choose --select scene", adding: "--select scene"),
    Case(
      "moved/lost.json o2.gif",
      "put the picture in the same folder as the data, or name it with --image",
      "moved/lost.json o2.gif --image s.png"),
    Case(
      "o.gif o2/ --frame-format none",
      "name the output -, and choose one of csv, json and jsonl with --data",
      "o.gif - --frame-format none --data csv"),
    Case(
      "o.gif o2.trickplay", "use --schedule fps=1/10 for one every 10 s",
      adding: "--schedule fps=1/10"),
    Case(
      "o.gif o2.avif --data godot", "end the output's name in .png, and leave out --container",
      "o.gif o2.png --data godot"),
    Case("o.gif o_strip3.png", "end the output's name in _strip24", "o.gif o_strip24.png"),
    Case(
      "o.gif o_strip24.png --layout column", "use --layout row", "o.gif o_strip24.png --layout row"),
    Case(
      "o.gif o_strip24.png --padding 1",
      "leave out --padding, --border, --extrude and --power-of-two", "o.gif o_strip24.png"),
    Case(
      "o.gif p.png --data minecraft --schedule fps=20 --padding 1",
      "leave out --padding, --border, --extrude and --power-of-two",
      "o.gif p.png --data minecraft --schedule fps=20"),
    // Times.
    Case(
      "o.gif o2.gif --frame-delays 40ms,40ms",
      "give one for each frame, or one for all: --frame-delays 100ms",
      "o.gif o2.gif --frame-delays 100ms"),
    Case(
      "o.gif o.mp4 --schedule slots", "with --slot-tolerance 7 it is",
      adding: "--slot-tolerance 7"),
    Case(
      "o.gif o.mp4 --schedule slots --max-fps 1",
      "no coarser slot keeps every frame: use the variable schedule, or --max-fps 100",
      "o.gif o.mp4 --schedule slots --max-fps 100"),
    Case(
      "o.gif o.mp4 --schedule slots --max-slots 3", "or --max-fps 100 --max-slots 190",
      "o.gif o.mp4 --schedule slots --max-fps 100 --max-slots 190"),
    Case(
      "o.gif w.imageset --for mdc-sprited", "use --schedule fps=30 or another whole rate",
      adding: "--schedule fps=30"),
    Case("o.gif w.imageset --for mdc-sprited", "or --max-fps 100", adding: "--max-fps 100"),
    Case(
      "o.gif w/ --for mbanimationview", "use --schedule fps=30", adding: "--schedule fps=30"),
    Case(
      "o.gif w.imageset --for mdc-sprited --schedule fps=25/2", "use --schedule fps=25, where",
      "o.gif w.imageset --for mdc-sprited --schedule fps=25"),
    Case(
      "o.gif w.imageset --for mdc-sprited --schedule fps=1000/7", "use --schedule fps=143",
      "o.gif w.imageset --for mdc-sprited --schedule fps=143"),
    Case("o.gif o.mp4 --alpha-pair", "use --schedule fps=30", adding: "--schedule fps=30"),
    Case("o.gif o.mp4 --alpha-mix", "or --max-fps 100", adding: "--max-fps 100"),
    Case(
      "o.gif o.mp4 --alpha-pair --schedule variable",
      "use --schedule slots, which is exact, or --schedule fps=R",
      "o.gif o.mp4 --alpha-pair --schedule fps=20"),
    Case(
      "o.gif o.mp4 --range 30...40", "--range 0...23 is all of them", "o.gif o.mp4 --range 0...23"),
    Case(
      "o.gif o.mp4 --range 3..<3", "to reach the last frame: --range 0...",
      "o.gif o.mp4 --range 0..."),
    Case(
      "o.gif o.mp4 --max-output-frames 5", "or --max-output-frames 24",
      "o.gif o.mp4 --max-output-frames 24"),
    Case(
      "zero.gif o.mp4 --delays verbatim", "say how long such frames last with --zero-delay MS",
      adding: "--zero-delay 50"),
    Case(
      "o.gif o.webm --speed 200", "a lower --speed, or a container with exact times",
      "o.gif o.webm --speed 2"),
    // Sizes.
    Case(
      "o.gif w.png --for flip-book --scale 1100x700", "use --scale 1024x1024 --fit inside",
      "o.gif w.png --for flip-book --scale 1024x1024 --fit inside"),
    Case(
      "o.gif w.imageset --for mdc-sprited --schedule fps=30 --max-size 4000", "use --scale x23",
      "o.gif w.imageset --for mdc-sprited --schedule fps=30 --max-size 4000 --scale x23"),
    Case(
      "o.gif w.imageset --for mdc-sprited --schedule fps=1000 --loops 5",
      "keep fewer frames with a lower --schedule fps=R or a part with --range",
      "o.gif w.imageset --for mdc-sprited --schedule fps=10"),
    Case(
      "o.gif w/ --for mbanimationview --schedule fps=30 --pad 1", "use --pad 2",
      "o.gif w/ --for mbanimationview --schedule fps=30 --pad 2"),
    Case(
      "o.gif w/ --for uiimage-animated --loops 9", "use --schedule fps=R with a lower rate, or a",
      "o.gif w/ --for uiimage-animated --loops 9 --schedule fps=10"),
    Case("o.gif o.png --scale 640", "use --scale 640x", "o.gif o.png --scale 640x"),
    Case("o.gif o.png --scale 20000x-1", "choose a smaller --scale", "o.gif o.png --scale 200x"),
    Case(
      "o.gif o.png --scale 4x --filter area", "use --scale 4 --filter area",
      "o.gif o.png --scale 4 --filter area"),
    Case(
      "o.gif o.mp4 --crop 8x8+0+0 --codec hevc", "use --scale 63x-1, or choose another --codec",
      adding: "--scale 63x-1"),
    Case("o.gif o.png --max-size 64", "use --max-size 128", "o.gif o.png --max-size 128"),
    Case(
      "o.gif o.png --max-size 99 --loops 20", "raise --max-size, up to 65535, or make the frames",
      "o.gif o.png --max-size 4096 --loops 20"),
    Case("o.gif o.mp4 --filter area", "--filter needs --scale", adding: "--scale 2"),
    // Outputs.
    Case("fr w.imageset --fps 10", "add --for mdc-sprited", adding: "--for mdc-sprited"),
    Case("o.gif out.xyz", "or give --container", adding: "--container mp4"),
    Case("o.gif x.jpg", "choose one with --poster first", adding: "--poster first"),
    Case("o.gif x.jpg", "or name the output x_%04d.jpg", "o.gif x_%04d.jpg"),
    Case(
      "o.gif o.mp4 --alpha keep", "flatten with --alpha matte, or write WebM",
      "o.gif o.mp4 --alpha matte"),
    Case(
      "o.gif o.webm --lossless", "flatten with --alpha matte, or write a sprite",
      adding: "--alpha matte"),
    Case("o.gif o.mov --crf 20", "leave out --crf", "o.gif o.mov"),
    Case("o.gif o.mov --bitrate 2M", "leave out --bitrate", "o.gif o.mov"),
    Case("o.gif o.mov --chroma 420", "leave out --chroma", "o.gif o.mov"),
    Case(
      "o.gif o.webm --chroma 444", "use --chroma 420, or write MOV", "o.gif o.webm --chroma 420"),
    Case(
      "o.gif o.webm --codec vp8 --alpha matte --chroma 444",
      "use --chroma 420, or another --codec",
      "o.gif o.webm --codec vp8 --alpha matte --chroma 420"),
    Case("o.gif o.mp4 --quality 80 --crf 30", "use only one of them", "o.gif o.mp4 --quality 80"),
    Case("o.gif o/ --name a/b", "give another --name", "o.gif o/ --name b"),
    Case(
      "o.gif o.png --layout packed --range 0..<5 --rotate --data godot", "leave out --rotate",
      "o.gif o.png --layout packed --range 0..<5 --data godot"),
    Case(
      "o.gif o.png --layout packed --data unity", "give --no-trim",
      "o.gif o.png --layout packed --no-trim --data unity"),
    Case(
      "o.gif o.png --max-size 128 --data css",
      "raise --max-size, scale down, or use --data aseprite or pixi",
      "o.gif o.png --max-size 128 --data pixi"),
    Case(
      "o.gif o.mp4 --max-bytes 300 --shrink quality", "or allow --max-bytes $0",
      "o.gif o.mp4 --max-bytes $0 --shrink quality"),
    // Inputs.
    Case("o.gif o.mp4 --max-frames 3", "raise --max-frames", "o.gif o.mp4 --max-frames 24"),
    Case("o.gif o.mp4 --max-pixels 9", "raise --max-pixels", "o.gif o.mp4 --max-pixels 9999"),
    Case("o.gif o.mp4 --max-side 9", "raise --max-side", "o.gif o.mp4 --max-side 99"),
    Case(
      "o.gif o.mp4 --max-total-pixels 9", "raise --max-total-pixels",
      "o.gif o.mp4 --max-total-pixels 999999"),
    Case("s.json o.mp4 --max-metadata 9", "raise --max-metadata", "s.json o.mp4"),
    Case(
      "o.gif o.mp4 --max-input-bytes 9", "raise --max-input-bytes",
      "o.gif o.mp4 --max-input-bytes 99999"),
    Case(
      "- o.mp4 --max-spooled-bytes 9", "raise --max-spooled-bytes",
      "- o.mp4 --max-spooled-bytes 99999"),
    Case("cut.gif o.mp4 --strict", "leave out --strict", "cut.gif o.mp4"),
    Case("gap o.mp4", "--gaps hold keeps", adding: "--gaps hold"),
    Case("gap o.mp4", "--gaps skip leaves out", adding: "--gaps skip"),
    Case(
      "mixed o.mp4 --sizes error", "use --sizes pad, contain or crop to make them the same size",
      "mixed o.mp4 --sizes contain"),
    Case(
      "times o.mp4", "use --fps to give every frame the same duration instead",
      adding: "--fps 5"),
    Case(
      "twins o.mp4 --input-scale 3", "there is --input-scale 1, 2", "twins o.mp4 --input-scale 2"),
    Case("s.png o.mp4 --cut on", "give --cell 96x66 or --grid 10x5", "s.png o.mp4 --cell 99x67"),
    Case("o.gif o.mp4 --cell 9x9", "leave out the options for sheets", "o.gif o.mp4"),
    Case(
      "o.gif p.png --poster 99", "--poster best looks for one", "o.gif p.png --poster best"),
    Case(
      "o.gif o.png --labels --scale 4x --label-font none.ttf", "--label-font dots needs no file",
      "o.gif o.png --labels --scale 4x --label-font dots"),
    // Presets and batches.
    Case(
      "o.gif o.mp4 --preset ./long.json", "play it more often with --min-duration",
      adding: "--min-duration 5"),
    Case(
      "o.gif o.mp4 --preset ./short.json", "shorten it with --range or --speed", adding: "--speed 2"
    ),
    Case("o.gif o.mp4 --preset ./few.json", "with --range or --every", adding: "--every 3"),
    Case("o.gif o.mp4 --preset ./narrow.json", "choose another --scale", adding: "--scale 50x-1"),
    Case(
      "o.gif o.mp4 --preset ./slow.json", "choose another --schedule fps=R",
      adding: "--schedule fps=9"),
    Case(
      "o.gif o.mp4 --preset ./square.json", "with --crop, or --scale WxH",
      adding: "--crop 60x60+0+0"),
    Case("o.gif o.mp4 --preset ./hevc.json", "choose another --codec", adding: "--codec hevc"),
    Case(
      "batch o.gif --out d --container mp4 --unit 1", "--list-units lists them",
      "batch o.gif --out d --container mp4 --list-units"),
    // High dynamic range.
    Case(
      "light.mkv l.mp4 --hdr keep --scale 50%", "leave that out", "light.mkv l.mp4 --hdr keep"),
    Case(
      "light.mkv l.mp4 --hdr keep --scale 50%", "or choose --hdr tonemap",
      "light.mkv l.mp4 --hdr tonemap --scale 50%"),
    Case(
      "light.mkv l.mp4 --hdr keep --preset ./narrow.json",
      "choose --hdr tonemap and another --scale",
      "light.mkv l.mp4 --hdr tonemap --preset ./narrow.json --scale 50x-1"),
    Case(
      "light.mkv l.mp4 --hdr keep --alpha stacked", "leave out --alpha",
      "light.mkv l.mp4 --hdr keep"),
    Case(
      "light.mkv l.mp4 --hdr keep --alpha stacked", "or choose --hdr tonemap",
      "light.mkv l.mp4 --hdr tonemap --alpha stacked"),
    Case(
      "light.mkv l.mp4 --hdr keep --max-memory 1M", "use --max-memory $0",
      "light.mkv l.mp4 --hdr keep --max-memory $0MiB"),
    Case("small.mkv l.mp4 --hdr keep", "use --codec av1", adding: "--codec av1"),
    Case(
      "light.mkv l.mp4 --hdr keep --max-bytes 300", "allow --max-bytes $0",
      "light.mkv l.mp4 --hdr keep --max-bytes $0"),
    Case(
      "light.mkv l.mp4 --hdr keep --max-bytes 2050", "or choose --hdr tonemap",
      "light.mkv l.mp4 --hdr tonemap --max-bytes 2050"),
    Case(
      "clear.mkv l.mp4 --hdr keep --alpha stacked", "choose --hdr tonemap",
      "clear.mkv l.mp4 --hdr tonemap --alpha stacked"),
    Case(
      "clear.mkv l.webm --hdr keep", "choose --hdr tonemap", "clear.mkv l.webm --hdr tonemap"),
    Case("light.mkv l.gif --hdr keep", "choose --hdr tonemap", "light.mkv l.gif --hdr tonemap"),
    Case(
      "rgb.mkv l.mp4 --hdr keep", "or choose --hdr tonemap", "rgb.mkv l.mp4 --hdr tonemap"),
  ]

  /// Remedies that no command line can trigger here, and why.
  static let elsewhere = [
    "say how long", "--delays",  // Of programs: a GIF has no delay below zero.
    "choose another --delays policy", "whole milliseconds are enough",
    // The parser refuses first.
    "use --delays MIN:REPLACEMENT", "use --every", "use --pick", "use --loops", "--at 1.5s,f0",
    "widen --range", "or choose --select all",  // A part without a key frame.
    "--data none",  // A name that is not UTF-8.
    "give --fps",  // Of programs: a frame without a duration.
    "--data aseprite-array",  // A frame of a year.
    "leave out --merge-duplicates", "use --layout grid",
    "check --cell", ", --grid", ", --count", ", --spacing", "--margin",  // No remedy but a hint.
    "there is --input-scale", "or --cut off",  // Of imagesets.
    "choose fewer frames with --every 10s",  // A BIF of days.
    "raise --timeout", "raise --stall-timeout",  // Seconds of waiting.
    "run the missing shares again; --missing",  // Followed in `BatchReportTests`.
  ]

  private func write(in folder: URL) throws {
    let orbit = try Data(contentsOf: URL(fileURLWithPath: Package.orbit))
    func file(_ name: String) -> URL { folder.appendingPathComponent(name) }
    try orbit.write(to: file("o.gif"))
    try orbit.prefix(orbit.count * 6 / 10).write(to: file("cut.gif"))
    var zero = orbit
    for index in zero.indices.dropLast(8)
    where zero[index] == 0x21 && zero[index + 1] == 0xF9 && zero[index + 2] == 4 {
      zero[index + 4] = 0
      zero[index + 5] = 0
    }
    try zero.write(to: file("zero.gif"))
    let dots = try Animconv.run(
      [
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
        "nullsrc=s=48x32:r=10,format=rgb24,geq=r='255*mod(X+N,2)':g='255*mod(Y,2)':b='255*mod(X+Y,2)'",
        "-frames:v", "3", "dots.gif",
      ], with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
    #expect(dots.status == 0, "\(dots.errors)")
    for arguments in [
      ["o.gif", "fr/"], ["o.gif", "gap/", "--data", "none"], ["o.gif", "s.png"],
      ["o.gif", "mixed/", "--data", "none", "--range", "0..<3"],
      ["o.gif", "times/", "--data", "none", "--range", "0..<3"],
      ["o.gif", "twins/", "--data", "none", "--scales", "1,2"],
    ] { #expect(try Animconv.run(arguments, in: folder).status == 0) }
    try FileManager.default.createDirectory(
      at: file("moved"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(at: file("s.json"), to: file("moved/lost.json"))
    try FileManager.default.removeItem(at: file("gap/frame05.png"))
    try FileManager.default.removeItem(at: file("gap/.animconv"))
    #expect(
      try Animconv.run(["o.gif", "big/", "--scale", "2", "--range", "0"], in: folder).status == 0)
    try FileManager.default.copyItem(
      at: file("big/frame0.png"), to: file("mixed/frame3.png"))
    try Data("0.1\n0.2\n".utf8).write(to: file("times/durations.txt"))
    for (name, source, format) in [
      ("light", "testsrc2=size=320x192", "yuv420p10le"),
      ("small", "testsrc2=size=48x34", "yuv420p10le"), ("rgb", "testsrc2=size=64x48", "gbrp10le"),
      ("clear", "color=c=red@0.5:size=160x96", "yuva444p10le"),
    ] {
      let colors =
        ["-color_trc", "smpte2084", "-color_primaries", "bt2020"]
        + (format == "gbrp10le" ? [] : ["-colorspace", "bt2020nc", "-color_range", "tv"])
      let arguments =
        [
          "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
          "\(source):rate=25,format=\(format)\(MadeVideo.tagging(colors))", "-frames:v", "6",
        ] + colors + ["-c:v", "ffv1", "\(name).mkv"]
      let made = try Animconv.run(
        arguments, with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
      #expect(made.status == 0, "\(made.errors)")
    }
    let asks = [
      ("long", #""seconds": {"min": 5"#), ("short", #""seconds": {"max": 1"#),
      ("few", #""frames": {"max": 8"#), ("narrow", #""width": {"max": 60"#),
      ("slow", #""fps": {"max": 10"#), ("square", #""aspect": {"exact": 1"#),
      ("hevc", #""codec": {"one-of": ["hevc"]"#),
    ]
    for (name, ask) in asks {
      try Data(
        """
        {"name": "\(name)", "description": "d", "constraints": {
          \(ask), "source": "https://x.example/", "date": "2026-11-21"}}}
        """.utf8
      ).write(to: file("\(name).json"))
    }
  }

  @Test func everyRemedyThatNamesOptionsWorks() throws {
    let orbit = try Data(contentsOf: URL(fileURLWithPath: Package.orbit))
    try withTemporaryFolder { folder in
      try write(in: folder)
      var told = ""
      for test in Self.cases {
        func run(_ line: String) throws -> Animconv.Outcome {
          try Animconv.run(
            line.split(separator: " ").map(String.init), in: folder, input: orbit)
        }
        let refusal = try run(test.refused)
        #expect(refusal.status != 0, "\(test.refused)")
        told += refusal.errors
        var (remedy, followed) = (test.remedy, test.followed)
        if remedy.contains("$0") {
          let start = remedy.replacingOccurrences(of: "$0", with: "")
          let number = refusal.errors.components(separatedBy: start).last?.prefix { $0.isNumber }
          remedy = start
          followed = followed.replacingOccurrences(of: "$0", with: number ?? "")
        }
        #expect(refusal.errors.contains(remedy), "\(test.refused): \(refusal.errors)")
        let before = folder.names
        let outcome = try run(followed)
        #expect(outcome.status == 0, "\(followed): \(outcome.errors)")
        for name in folder.names where !before.contains(name) {
          try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
      }
      try checkNoneIsForgotten(told)
    }
  }

  /// Finds the remedies in the sources: each that names an option must be printed by a case above
  /// or be in the list of those tested elsewhere.
  private func checkNoneIsForgotten(_ told: String) throws {
    let sources = Package.root.appendingPathComponent("Sources")
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".swift") }
    var count = 0
    for file in files {
      let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
      for body in text.components(separatedBy: "var remedy: ConversionMessage").dropFirst() {
        let end = body.range(of: "\n  }\n")?.lowerBound ?? body.endIndex
        // The words before a setting, the setting as an option, and its value when that is fixed.
        let settings = body[..<end].matches(
          of: /([^"()\n]*)\\\(\.([a-zA-Z]+)(?!, swift:)(?:, (?:case: )?"([^"\\]*)"|, (false))?[,)]/)
        for match in settings {
          count += 1
          let value = match.3.map { " \($0)" } ?? ""
          let option = match.2.replacing(/[A-Z]/) { "-" + $0.output.lowercased() }
          let piece = "\(match.1)--\(match.4 == nil ? "" : "no-")\(option)\(value)"
          #expect(
            told.contains(piece) || Self.elsewhere.contains { piece.contains($0) },
            "\(file) offers what nothing here follows: \(piece)")
        }
      }
    }
    #expect(count > 25)
  }
}
