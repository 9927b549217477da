import Foundation
import TestSupport
import Testing

/// FFmpeg's libraries are opened when they are needed, and only then. On Linux, where the loader
/// reports which libraries it opens.
@Suite struct LibraryUseTests {
  /// Prefixes of the names of FFmpeg's libraries.
  private static let names = ["libavutil", "libavcodec", "libavformat", "libswscale"]

  /// Which of FFmpeg's libraries a run opened.
  private func opened(_ arguments: [String], in folder: URL) throws -> Set<String> {
    let outcome = try Animconv.run(arguments, in: folder, environment: ["LD_DEBUG": "files"])
    try #require(outcome.status == 0, "\(outcome.errors.suffix(500))")
    try #require(outcome.errors.contains("file=libc.so.6"), "the loader tells nothing")
    return Set(Self.names.filter { outcome.errors.contains("file=\($0).so") })
  }

  @Test func whatNeedsNoVideoOpensNone() throws {
    try withTemporaryFolder { folder in
      for arguments in [
        ["--version"], ["--help"], ["presets"], ["inspect", Package.orbit],
        [Package.orbit, "sheet.png"], [Package.orbit, "out.gif"], [Package.orbit, "out.apng"],
        [Package.orbit, "out.webp"], [Package.orbit, "frames/"], ["sheet.json", "again.gif"],
      ] {
        let libraries = try opened(arguments, in: folder)
        #expect(libraries.isEmpty, "\(arguments): \(libraries)")
      }
    }
  }

  @Test func aVideoOpensAll() throws {
    try withTemporaryFolder { folder in
      let libraries = try opened([Package.orbit, "out.webm"], in: folder)
      #expect(libraries.isSuperset(of: ["libavutil", "libavcodec", "libavformat"]))
    }
  }

  /// The boxes around H.264 are animconv's own.
  @Test(arguments: [["out.mp4"], ["out.mov", "--codec", "h264"], ["out.mp4", "--lossless"]])
  func aVideoOfH264NeedsNoContainersOfFFmpeg(output: [String]) throws {
    try withTemporaryFolder { folder in
      let libraries = try opened([Package.orbit] + output, in: folder)
      #expect(libraries == ["libavutil", "libavcodec"])
    }
  }

  /// The loader first finds empty files under the names of FFmpeg's libraries.
  private func withoutFFmpeg(_ body: (URL, [String: String]) throws -> Void) throws {
    let version = try Animconv.run(["--version", "--json"])
    let object = try JSONSerialization.jsonObject(with: version.output) as? [String: Any]
    let libraries = try #require(object?["opens"] as? [String: [Int]])
    try withTemporaryFolder { folder in
      let decoys = folder.appendingPathComponent("decoys")
      try FileManager.default.createDirectory(at: decoys, withIntermediateDirectories: false)
      for (name, releases) in libraries {
        for major in releases {
          try Data().write(to: decoys.appendingPathComponent("\(name).so.\(major)"))
        }
      }
      try body(folder, ["LD_LIBRARY_PATH": decoys.path])
    }
  }

  @Test func withoutFFmpegOnlyWhatNeedsItIsRefused() throws {
    try withoutFFmpeg { folder, environment in
      for output in ["sheet.png", "out.gif", "out.webp", "frames/"] {
        let outcome = try Animconv.run(
          [Package.orbit, output], in: folder, environment: environment)
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
      let before = folder.names
      for arguments in [
        [Package.orbit, "out.mp4"], [Package.orbit, "out.webm"], [Package.orbit, "out.avif"],
        [Package.orbit, "jpegs/", "--frame-format", "jpeg"],
      ] {
        let outcome = try Animconv.run(arguments, in: folder, environment: environment)
        #expect(outcome.status == 69, "\(arguments): \(outcome.errors)")
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("apt install ffmpeg"), "\(outcome.errors)")
        #expect(outcome.errors.contains("cannot be opened"), "\(outcome.errors)")
      }
      #expect(folder.names == before)
    }
  }

  @Test func aVideoIsNotReadWithoutFFmpeg() throws {
    try withTemporaryFolder { videos in
      let made = try Animconv.run([Package.orbit, "in.mp4"], in: videos)
      #expect(made.status == 0)
      let video = videos.appendingPathComponent("in.mp4").path
      try withoutFFmpeg { folder, environment in
        for arguments in [[video, "out.gif"], ["inspect", video]] {
          let outcome = try Animconv.run(arguments, in: folder, environment: environment)
          #expect(outcome.status == 69, "\(outcome.errors)")
          #expect(outcome.errors.contains("apt install"))
        }
      }
    }
  }

  private func makeLibrary(_ path: String, of source: String, in folder: URL) throws {
    let code = folder.appendingPathComponent("fake.c")
    try Data(source.utf8).write(to: code)
    let built = try Animconv.run(
      ["clang", "-shared", "-o", path, code.path], with: URL(fileURLWithPath: "/usr/bin/env"))
    try #require(built.status == 0, "\(built.errors)")
  }

  /// Every release is hidden by an empty file, except for one file with other contents.
  private func refusal(of file: String, source: String) throws -> String {
    var errors = ""
    try withoutFFmpeg { folder, environment in
      let decoys = try #require(environment["LD_LIBRARY_PATH"])
      try makeLibrary("\(decoys)/\(file)", of: source, in: folder)
      let outcome = try Animconv.run(
        [Package.orbit, "out.webm"], in: folder, environment: environment)
      #expect(outcome.status == 69)
      #expect(!folder.names.contains("out.webm"))
      errors = outcome.errors
    }
    return errors
  }

  @Test func aLibraryWithTheNameOfAnotherReleaseIsRefused() throws {
    // Of all releases that cannot be used, the message is about the one that the program was built for.
    let version = try Animconv.run(["--version", "--json"]).text
    let built = try #require(version.firstMatch(of: /"libavutil" : "(\d+)\./)).1
    let needed = try #require(Int(built))
    let errors = try refusal(
      of: "libavutil.so.\(needed)",
      source: "unsigned avutil_version(void) { return \(needed + 1) << 16; }")
    #expect(
      errors.contains(
        "libavutil.so.\(needed) is of release \(needed + 1), and \(needed) is needed"),
      "\(errors)")
  }

  @Test func aReleaseThatIsNotKnownIsNamed() throws {
    let errors = try refusal(
      of: "libavutil.so.62", source: "unsigned avutil_version(void) { return 62 << 16; }")
    #expect(
      errors.contains(
        "this animconv works with FFmpeg 5 to 9, and libavutil 62 belongs to another release"),
      "\(errors)")
  }

  @Test func aLibraryWithOtherStructuresIsRefused() throws {
    let errors = try refusal(
      of: "libavutil.so.57",
      source: """
        #include <stdlib.h>
        unsigned avutil_version(void) { return 57 << 16; }
        void *av_frame_alloc(void) { return calloc(1, 1024); }
        void av_frame_free(void **frame) { free(*frame); }
        """)
    #expect(
      errors.contains("libavutil.so.57 has the field AVFrame.format in another place"),
      "\(errors)")
  }

  /// A newer FFmpeg with one library that can be opened, and four that cannot.
  @Test func anUnusableReleaseHidesNoOther() throws {
    let version = try Command.run("ffprobe", "-version")
    let isNewest = version.range(of: Data("libavcodec     63.".utf8)) != nil
    let majors = isNewest ? [59, 8, 5, 61, 61] : [61, 10, 7, 63, 63]
    try withTemporaryFolder { folder in
      let others = ["swscale", "swresample", "avcodec", "avformat"]
      for (name, major) in zip(others, majors.dropFirst()) {
        try Data().write(to: folder.appendingPathComponent("lib\(name).so.\(major)"))
      }
      try makeLibrary(
        "\(folder.path)/libavutil.so.\(majors[0])",
        of: "unsigned avutil_version(void) { return \(majors[0]) << 16; }", in: folder)
      let outcome = try Animconv.run(
        [Package.orbit, "out.webm"], in: folder, environment: ["LD_LIBRARY_PATH": folder.path])
      // A newest release that is the installed one is not hidden, either.
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  @Test func aBatchOfSheetsNeedsNoFFmpeg() throws {
    try withoutFFmpeg { folder, environment in
      let outcome = try Animconv.run(
        ["batch", Package.orbit, "--container", "png", "--out", "dist"], in: folder,
        environment: environment)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(folder.appendingPathComponent("dist").names.contains("orbit.png"))
    }
  }

  @Test func doctorSaysThatFFmpegIsMissing() throws {
    try withoutFFmpeg { _, environment in
      let outcome = try Animconv.run(["doctor"], environment: environment)
      #expect(outcome.status == 69)
      let lines = outcome.text.split(separator: "\n")
      #expect(lines.dropFirst().first == "FFmpeg MISSING")
      #expect(outcome.text.contains("apt install ffmpeg"))
    }
  }
}
