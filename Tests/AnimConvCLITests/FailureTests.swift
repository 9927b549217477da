import Foundation
import Testing

/// Every failure prints one line on standard error and nothing on standard output, exits with the
/// code of its kind, and leaves no file.
@Suite struct FailureTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let status: Int32
    let line: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let cases = [
    Case(
      arguments: ["missing.gif", "out.mp4"], status: 66,
      line: "animconv: missing.gif: reading: no such file; check the path"),
    Case(
      arguments: ["inspekt", "out.mp4"], status: 66,
      line: "animconv: inspekt: reading: no such file; did you mean 'animconv inspect'?"),
    Case(
      arguments: ["inspekt", "text.gif"], status: 66,
      line: "animconv: inspekt: reading: no such file; did you mean 'animconv inspect'?"),
    Case(
      arguments: ["ORBIT", "out.mp4", "--codec", "hevc", "--scale", "4x4"], status: 65,
      line: "animconv: ORBIT: writing: libx265 cannot encode a picture of 4x4: a side must have "
        + "at least 64 pixels; use --scale 93x-1, or choose another --codec"),
    Case(
      arguments: ["ORBIT", "out.avi"], status: 64,
      line: "animconv: ORBIT -> out.avi: planning: '.avi' is not an output that animconv writes; "
        + "end the output's name in .mp4, .m4v, .webm, .mov, .gif, .apng, .webp, .avif, .jxl, .jpg, "
        + ".jpeg, .tiff, .tif, .rgba, .y4m, .png, .zip, .imageset, .xcassets, "
        + ".trickplay, .bif or, for a folder of frames, /; or give --container"
    ),
    Case(
      arguments: ["ORBIT", "none/out.mp4"], status: 73,
      line: "animconv: ORBIT -> none/out.mp4: writing: no file can be created in none: "
        + "No such file or directory; create the folder first"),
    Case(
      arguments: ["ORBIT", "folder.mp4"], status: 73,
      line: "animconv: ORBIT -> folder.mp4: writing: a folder has this name"),
    Case(
      arguments: ["text.gif", "out.mp4"], status: 65,
      line: "animconv: text.gif: reading: not a format that animconv reads; "
        + "animconv reads gif, png, apng, jpeg, tiff, bmp, tga, qoi, netpbm, pcx, sgi, jpeg2000, dds, "
        + "psd, exr, dpx, heif, webp, avif, jxl, aseprite, pixelorama, lottie, video, folder, ugoira, sheet, atlas, edit"
    ),
    Case(
      arguments: ["empty.gif", "out.mp4"], status: 65,
      line: "animconv: empty.gif: reading: the file is empty"),
    Case(
      arguments: ["folder.mp4", "out.mp4"], status: 65,
      line: "animconv: folder.mp4: reading: it has no frames"),
    Case(
      arguments: ["ORBIT", "out.mp4", "--max-frames", "23"], status: 65,
      line: "animconv: ORBIT: reading: the number of frames is 24, over the limit of 23; "
        + "raise --max-frames if you trust the file"),
    Case(
      arguments: ["ORBIT", "out.mp4", "--alpha", "keep"], status: 64,
      line: "animconv: ORBIT -> out.mp4: writing: H.264 has no alpha that players support; "
        + "flatten with --alpha matte, or write WebM with VP9 or MOV with ProRes"),
    Case(
      arguments: ["ORBIT", "out.webm", "--codec", "h264"], status: 64,
      line: "animconv: ORBIT -> out.webm: writing: animconv does not write H.264 to WebM; "
        + "choose vp9, av1 or vp8"),
    Case(
      arguments: ["ORBIT", "out.mp4", "--schedule", "slots"], status: 65,
      line:
        "animconv: ORBIT: retiming: exact slots of 10 ms (100 fps, 190 slots) exceed the budget of "
        + "60 fps and 36000 slots; with --slot-tolerance 7 it is 95000/1737 fps in 104 slots of "
        + "18.284 ms, boundaries moved by at most 7 ms"),
    Case(
      arguments: ["ORBIT", "ORBIT", "--container", "mp4", "-y"], status: 73,
      line: "animconv: ORBIT: writing: the output is the input; choose another output"),
    Case(
      arguments: ["ORBIT"], status: 64,
      line: "animconv: usage: Missing expected argument '<out>'; see animconv --help"),
    Case(
      arguments: ["ORBIT", "out.mp4", "--spede", "2"], status: 64,
      line: "animconv: usage: Unknown option '--spede'. Did you mean '--speed'?; "
        + "see animconv --help"),
    Case(
      arguments: ["ORBIT", "out.mp4", "--speed", "0"], status: 64,
      line: "animconv: usage: The value '0' is invalid for '--speed <factor>': expected a positive "
        + "factor such as 2, 0.5 or 2/3, but got '0'; see animconv --help"),
    Case(
      arguments: ["ORBIT", "-"], status: 64,
      line: "animconv: usage: '-' as output needs --container, such as mp4, gif or webp; "
        + "see animconv --help"),
  ]

  @Test(arguments: cases)
  func aFailureIsOneLine(_ failure: Case) throws {
    try withTemporaryFolder { folder in
      try Data("not a picture".utf8).write(to: folder.appendingPathComponent("text.gif"))
      try Data().write(to: folder.appendingPathComponent("empty.gif"))
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("folder.mp4"), withIntermediateDirectories: false)
      let before = folder.names
      let outcome = try Animconv.run(
        failure.arguments.map { $0 == "ORBIT" ? Package.orbit : $0 }, in: folder)
      #expect(outcome.status == failure.status)
      #expect(outcome.output.isEmpty)
      #expect(
        outcome.errors.replacingOccurrences(of: Package.orbit, with: "ORBIT") == failure.line + "\n"
      )
      #expect(folder.names == before)
    }
  }

  @Test func aFullDeviceIsAnErrorOfTheSystem() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let outcome = try Animconv.run([Package.orbit, "/dev/full", "--container", "mp4"])
    #expect(outcome.status == 74)
    #expect(
      outcome.errors
        == "animconv: \(Package.orbit) -> /dev/full: writing: No space left on device; "
        + "free some space and try again\n")
  }

  /// The pipe is idle: the command is blocked in a read when the signal arrives.
  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func aSignalEndsTheRunAndLeavesNothing(signal: Int32, status: Int32) throws {
    try withTemporaryFolder { folder in
      let process = try Animconv.make(
        ["-", "out.mp4"], in: folder, environment: ["TMPDIR": folder.path])
      let input = Pipe()
      process.standardInput = input
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      Thread.sleep(forTimeInterval: 0.5)
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == status)
      #expect(folder.names == [])
      try input.fileHandleForWriting.close()
    }
  }

  /// A pause shorter than the stall timeout is allowed, however little processor time reading
  /// takes.
  @Test func aSlowInputIsNotStalled() throws {
    try withTemporaryFolder { folder in
      let process = try Animconv.make(
        ["-", "out.mp4", "-q", "--stall-timeout", "1"], in: folder)
      let input = Pipe()
      process.standardInput = input
      try process.run()
      let data = try Data(contentsOf: URL(fileURLWithPath: Package.orbit))
      let part = data.count / 5 + 1
      for start in stride(from: 0, to: data.count, by: part) {
        try input.fileHandleForWriting.write(
          contentsOf: data[start..<min(start + part, data.count)])
        Thread.sleep(forTimeInterval: 0.5)
      }
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 0)
      #expect(folder.names == ["out.mp4"])
    }
  }

  @Test(arguments: [[], ["--dry-run"], ["--max-bytes", "10k"]])
  func aStalledInputEndsAfterTheStallTimeout(options: [String]) throws {
    try withTemporaryFolder { folder in
      let process = try Animconv.make(
        ["-", "out.mp4", "--stall-timeout", "1"] + options, in: folder,
        environment: ["TMPDIR": folder.path])
      let input = Pipe()
      let errors = Pipe()
      process.standardInput = input
      process.standardError = errors
      try process.run()
      let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 74)
      #expect(
        text == "animconv: -: reading: no progress for 1 s; raise --stall-timeout, or set it to "
          + "0\n")
      #expect(folder.names == [])
      try input.fileHandleForWriting.close()
    }
  }

  /// A search opens its input before a conversion does.
  @Test func aStalledSearchEndsAfterTheStallTimeout() throws {
    try withTemporaryFolder { folder in
      try #require(mkfifo(folder.appendingPathComponent("in.gif").path, 0o600) == 0)
      let outcome = try Animconv.run(
        ["in.gif", "out.mp4", "--ssim", "0.9", "--stall-timeout", "1"], in: folder)
      #expect(outcome.status == 74)
      #expect(outcome.errors.contains("in.gif: reading: no progress for 1 s"))
      #expect(folder.names == ["in.gif"])
    }
  }
}
