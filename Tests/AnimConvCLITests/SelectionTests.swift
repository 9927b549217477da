import Foundation
import SystemPackage
import TestSupport
import Testing

/// Frames that are selected by their content.
@Suite struct SelectionTests {
  /// A clip drawn by an FFmpeg filter graph.
  private static func make(_ graph: String, in folder: URL) throws {
    let made = try Animconv.run(
      [
        "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", graph, "-fps_mode", "vfr", "-c:v",
        "libx264", "-pix_fmt", "yuv420p", "-g", "50", "-bf", "2", "clip.mp4",
      ], with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
    try #require(made.status == 0, "\(made.errors)")
  }

  /// The rows of the record.
  private static func rows(_ arguments: [String], in folder: URL) throws -> [[String: Any]] {
    let outcome = try Animconv.run(
      ["clip.mp4", "-", "--data", "jsonl", "--frame-format", "none"] + arguments, in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try outcome.text.split(separator: "\n").dropFirst().map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private static func frames(_ arguments: [String], in folder: URL) throws -> [Int] {
    try rows(arguments, in: folder).compactMap { $0["frame"] as? Int }
  }

  /// Four shots of 30, 35, 25 and 30 frames.
  private static let shots = """
    testsrc2=s=160x90:r=25,trim=end_frame=30[a];\
    mandelbrot=s=160x90:r=25,trim=end_frame=35,setsar=1[b];\
    smptebars=s=160x90:r=25,setsar=1,trim=end_frame=25[c];\
    life=s=40x45:r=25:mold=10:ratio=0.3:death_color=#C83232:life_color=#00ff00:seed=4,\
    scale=160:90:flags=neighbor,setsar=1,trim=end_frame=30[d];[a][b][c][d]concat=n=4
    """
  private static let irregular = ",settb=1/1000,setpts='(N*50+12*mod(N,4))'"

  @Test(arguments: ["", irregular])
  func aShotBeginsAtTheExactFrameOfTheCut(times: String) throws {
    try withTemporaryFolder { folder in
      try Self.make(Self.shots + times, in: folder)
      let rows = try Self.rows(["--select", "scene"], in: folder)
      #expect(rows.compactMap { $0["frame"] as? Int } == [0, 30, 65, 90])
      #expect(rows.compactMap { $0["shot"] as? Int } == [0, 1, 2, 3])
      let scores = rows.map { $0["sceneScore"] as? Double }
      #expect(scores[0] == nil && scores.dropFirst().allSatisfy { $0.map { $0 > 20 } == true })
      #expect(rows.allSatisfy { $0["requested"] is NSNull && $0["difference"] is NSNull })
      if times.isEmpty {
        #expect(
          try Self.frames(["--select", "scene:middle"], in: folder) == [15, 47, 77, 105])
      }
      let sharp = try Self.rows(["--select", "scene:sharp"], in: folder)
      for (row, shot) in zip(sharp, [0..<30, 30..<65, 65..<90, 90..<120]) {
        #expect(shot.contains(try #require(row["frame"] as? Int)))
        #expect(row["sharpness"] is Double)
      }
    }
  }

  /// The same frames are chosen from other kinds of input, and from a rotated film.
  @Test(arguments: [
    // Equal frames are stored once, with the duration of all of them.
    ["animconv", "clip.mp4", "--effort", "0", "in.webp"],
    ["animconv", "clip.mp4", "--effort", "0", "in.apng"],
    ["ffmpeg", "-v", "error", "-i", "clip.mp4", "in.gif"],
    ["ffmpeg", "-v", "error", "-i", "clip.mp4", "-f", "apng", "in.apng"],
    ["turn", "clip.mp4", "in.mp4"],
  ])
  func everyKindOfInputIsLookedAt(making: [String]) throws {
    try withTemporaryFolder { folder in
      try Self.make(Self.shots, in: folder)
      let isTurned = making[0] == "turn"
      if isTurned {
        let path = FilePath(folder.path)
        try MadeVideo.turn(path.appending(making[1]), by: 90, to: path.appending(making[2]))
      } else {
        let made =
          making[0] == "animconv"
          ? try Animconv.run(Array(making.dropFirst()), in: folder)
          : try Animconv.run(making, with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
        try #require(made.status == 0, "\(made.errors)")
      }
      func rows(_ choice: String) throws -> [[String: Any]] {
        let outcome = try Animconv.run(
          [
            making.last!, "-", "--data", "jsonl", "--frame-format", "none", "--select", choice,
          ], in: folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return try outcome.text.split(separator: "\n").dropFirst().map {
          try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
      }
      let scenes = try rows("scene")
      #expect(
        scenes.compactMap { ($0["startSeconds"] as? Double).map { ($0 * 25).rounded() } }
          == [0, 30, 65, 90])
      #expect(scenes.allSatisfy { $0["width"] as? Int == (isTurned ? 90 : 160) })
      #expect(try rows("scene:sharp").count == 4)
      #expect(try 30...120 ~= rows("distinct").count)
    }
  }

  @Test func filtersActInOneOrder() throws {
    try withTemporaryFolder { folder in
      try Self.make(Self.shots, in: folder)
      func frames(_ arguments: String...) throws -> [Int] {
        try Self.frames(arguments, in: folder)
      }
      #expect(try frames("--select", "scene", "--range", "40...") == [40, 65, 90])
      #expect(try frames("--select", "scene", "--every", "2") == [0, 65])
      #expect(try frames("--select", "scene", "--every", "3s") == [0, 65])
      #expect(try frames("--select", "scene", "--min-scene", "1.1s") == [0, 30, 90])
      #expect(try frames("--select", "scene", "--scene-threshold", "100") == [0])
      let all = try Self.rows(["--select", "scene"], in: folder)
      let strongest = all.dropFirst().max {
        ($0["sceneScore"] as? Double ?? 0) < ($1["sceneScore"] as? Double ?? 0)
      }
      #expect(
        try frames("--select", "scene", "--pick", "2") == [
          0, try #require(strongest?["frame"] as? Int),
        ])
      let named = try Animconv.run(
        ["clip.mp4", "o/{shot}-{frame}.png", "--select", "scene"], in: folder)
      #expect(named.status == 0, "\(named.errors)")
      let names = try FileManager.default.contentsOfDirectory(
        atPath: folder.appendingPathComponent("o").path)
      #expect(names.sorted() == ["0-000.png", "1-030.png", "2-065.png", "3-090.png"])
    }
  }

  /// A cut is also found if both shots move so fast that each frame changes as much as at the cut,
  /// and if the second shot has a single shade that stays.
  @Test func cutsAreFoundInFastMovementAndToOneShade() throws {
    try withTemporaryFolder { folder in
      try Self.make(
        "mandelbrot=s=1280x360:r=25,trim=end_frame=1,loop=loop=80:size=1,"
          + "crop=160:90:x='n*14':y=100,setsar=1,trim=end_frame=30[a];"
          + "testsrc2=s=1280x360:r=25,trim=end_frame=1,loop=loop=80:size=1,"
          + "crop=160:90:x='n*14':y=100,setsar=1,trim=end_frame=30[b];"
          + "color=0x303030:s=160x90:r=25,setsar=1,trim=end_frame=25[c];[a][b][c]concat=n=3",
        in: folder)
      #expect(try Self.frames(["--select", "scene"], in: folder) == [0, 30, 60])
    }
  }

  /// Rows of windows that move by a part of a pixel per frame, so that after some frames each
  /// window is where a gap was.
  private static func drift(of height: Int, by speed: Double) -> String {
    """
    color=gray:s=320x180:r=25,trim=end_frame=80,geq=cb=128:cr=128:lum='60+140\
    *gt(mod(abs(sin(floor((X+N*\(speed))/16)*12.9898+floor((Y+N*\(speed)/3)/\(height))*78.233))\
    *43758.5453,1),0.6)*lt(mod(X+N*\(speed),16),9.6)'
    """
  }

  /// Movement, flicker or noise within one shot.
  @Test(arguments: [
    "mandelbrot=s=640x360:r=25,trim=end_frame=1,loop=loop=80:size=1,"
      + "crop=160:90:x='n*5':y=100,setsar=1",
    "color=gray:s=160x90:r=25:d=3,noise=alls=70:allf=t",
    "testsrc2=s=160x90:r=25:d=4,"
      + "eq=brightness='if(between(n,20,21)+between(n,50,52)+eq(n,80),0.8,0)':eval=frame",
    "testsrc2=s=160x90:r=25:d=3",
    "color=0x202020:s=160x90:r=25:d=3,drawbox=60:20:40:40:white:fill:enable='gt(t,1.4)'",
    drift(of: 30, by: 0.25),
    drift(of: 7, by: 0.5),
  ])
  func oneShotHasNoCut(graph: String) throws {
    try withTemporaryFolder { folder in
      try Self.make(graph, in: folder)
      #expect(try Self.frames(["--select", "scene"], in: folder) == [0])
    }
  }

  /// Gradual changes are found within their duration.
  @Test(arguments: [
    (
      "testsrc2=s=160x90:r=25,trim=end_frame=50,fade=out:38:12[a];"
        + "mandelbrot=s=160x90:r=25,trim=end_frame=50,setsar=1,fade=in:0:12[b];[a][b]concat",
      38...62
    ),
    (
      "testsrc2=s=160x90:r=25:d=2.4,settb=1/25[a];"
        + "mandelbrot=s=160x90:r=25,setsar=1,trim=duration=2.4,settb=1/25[b];"
        + "[a][b]xfade=transition=fade:duration=0.6:offset=1.6", 40...56
    ),
  ])
  func fadesAndDissolvesAreFound(graph: String, place: ClosedRange<Int>) throws {
    try withTemporaryFolder { folder in
      try Self.make(graph, in: folder)
      let frames = try Self.frames(["--select", "scene"], in: folder)
      #expect(frames.count == 2 && frames.last.map(place.contains) == true, "\(frames)")
    }
  }

  @Test func distinctKeepsACursorAndLeavesNoiseOut() throws {
    try withTemporaryFolder { folder in
      try Self.make(
        "color=white:s=160x90:r=25:d=4,drawbox=40:30:3:8:black:fill:enable='lt(mod(t,1),0.5)'",
        in: folder)
      let rows = try Self.rows(["--select", "distinct"], in: folder)
      #expect(
        rows.compactMap { $0["frame"] as? Int } == [0, 13, 25, 38, 50, 63, 75, 88])
      #expect(rows.dropFirst().allSatisfy { ($0["difference"] as? Int ?? 0) > 50 })
      #expect(try Self.frames(["--select", "distinct", "--pick", "3"], in: folder).count == 3)
      try Self.make("color=gray:s=160x90:r=25:d=6,noise=alls=70:allf=t", in: folder)
      #expect(try Self.frames(["--select", "distinct"], in: folder) == [0])
    }
  }

  /// One of every 10 frames is sharp.
  @Test func theSharpestOfEachPartIsThatOfASearchByHand() throws {
    try withTemporaryFolder { folder in
      try Self.make(
        "testsrc2=s=160x90:r=25,trim=end_frame=60,split[a][c];[c]boxblur=3[b];"
          + "[a][b]blend=all_expr='if(eq(mod(N*3+floor(N/10),10),4),A,B)'",
        in: folder)
      let program = """
        import subprocess
        data = subprocess.check_output(["ffmpeg", "-v", "error", "-i", "clip.mp4", "-vf",
            "extractplanes=y", "-f", "rawvideo", "-pix_fmt", "gray", "-"])
        w, h = 160, 90
        def sharp(f):
            s = 0
            for y in range(1, h - 1):
                for x in range(1, w - 1):
                    p = y * w + x
                    s += (4*f[p] - f[p-1] - f[p+1] - f[p-w] - f[p+w]) ** 2
            return s
        scores = [sharp(data[i:i + w*h]) for i in range(0, len(data), w*h)]
        print([max(range(a, a + 10), key=scores.__getitem__) for a in range(0, 60, 10)])
        """
      let searched = try Animconv.run(
        ["python3", "-c", program], with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
      for choice in [["--every", "10"], ["--every", "400ms"], ["--pick", "6"]] {
        let rows = try Self.rows(["--select", "sharp"] + choice, in: folder)
        let found = rows.compactMap { $0["frame"] as? Int }
        #expect("\(found)\n" == searched.text, "\(choice) \(searched.errors)")
        #expect(rows.allSatisfy { ($0["sharpness"] as? Double ?? 0) > 0 })
      }
    }
  }

  @Test(arguments: [
    (["--select", "sharp"], "but no parts are given; add --every 2s"),
    (["--select", "scene", "--poster", "best"], "--poster and --select cannot be used together"),
    (["--select", "scene", "--at", "0.1s"], "--at and --select cannot be used together"),
    (["--scene-threshold", "20"], "--scene-threshold needs --select scene"),
    (["--select", "distinct", "--min-scene", "1s"], "--min-scene needs --select scene"),
    (["--select", "scene", "--scene-threshold", "101"], "expected a number from 0 to 100"),
    (["--select", "scenes"], "did you mean 'scene'?"),
  ])
  func whatCannotBeIsRefused(arguments: [String], part: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run([Package.orbit, "o/"] + arguments, in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
      #expect(folder.names == [])
    }
  }
}
