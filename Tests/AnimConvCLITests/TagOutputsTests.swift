import Foundation
import TestSupport
import Testing

@testable import AnimConvCLI

/// `{tag}` in the name of an output.
@Suite struct TagOutputsTests {
  /// A strip of four pixels with two animations that are identified by the numbers in frame names.
  private static let script = """
    import json, struct, sys, zlib
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    rows = b'\\0' + bytes(range(16))
    png = b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 4, 1, 8, 6, 0, 0, 0))
    png += chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b'')
    open(sys.argv[1] + '/hero.png', 'wb').write(png)
    names = ['run_1', 'run_2', 'a/b_1', 'a/b_2']
    cell = lambda x: {'frame': {'x': x, 'y': 0, 'w': 1, 'h': 1}}
    data = {'frames': {n: cell(i) for i, n in enumerate(names)}, 'meta': {'image': 'hero.png'}}
    json.dump(data, open(sys.argv[1] + '/hero.json', 'w'))
    """

  @Test func eachAnimationBecomesAnOutput() throws {
    try withTemporaryFolder { folder in
      _ = try Command.run("python3", "-c", Self.script, folder.path)
      let outcome = try Animconv.run(["hero.json", "{tag}.gif"], in: folder)
      #expect(outcome.status == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.filter { $0.hasSuffix(".gif") }.sorted() == ["a-b.gif", "run.gif"])
      let refused = try Animconv.run(["hero.json", "{tag}.gif", "--tag", "run"], in: folder)
      #expect(refused.status == 64)
      let listed = try Animconv.run(["inspect", "-q", "hero.json"], in: folder)
      let table = String(decoding: listed.output, as: UTF8.self)
      #expect(table.contains("run        2       200 ms"), "\(table)")
    }
  }

  @Test(
    arguments: [
      (["hero.gif"], ["hero-a-b.gif", "hero-run.gif"]),
      (["out/", "--container", "gif"], ["out/a-b.gif", "out/run.gif"]),
      (["x-{tag}.gif"], ["x-a-b.gif", "x-run.gif"]),
      (["out/"], ["out/a-b/timing.json", "out/run/timing.json"]),
    ])
  func eachTagNeedsNoMark(output: [String], files: [String]) throws {
    try withTemporaryFolder { folder in
      _ = try Command.run("python3", "-c", Self.script, folder.path)
      let outcome = try Animconv.run(["hero.json"] + output + ["--each-tag"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      for file in files {
        let path = folder.appendingPathComponent(file).path
        #expect(FileManager.default.fileExists(atPath: path), "\(file)")
      }
    }
  }

  @Test(
    arguments: [
      ["hero.json", "-", "--container", "gif"], ["hero.json", "f_%04d.png"],
      ["hero.json", "a.gif", "--tag", "run"], ["hero.png", "a.gif"],
      ["a=hero.json", "b=hero.json", "c.png"],
    ])
  func eachTagIsRefusedWhereItMeansNothing(arguments: [String]) throws {
    try withTemporaryFolder { folder in
      _ = try Command.run("python3", "-c", Self.script, folder.path)
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=8x8", "-frames:v", "1", "-y",
        folder.appendingPathComponent("hero.png").path)
      let outcome = try Animconv.run(
        arguments + ["--each-tag"] + (arguments[0] == "hero.png" ? ["--cut", "off"] : []),
        in: folder)
      #expect(outcome.status == 64, "\(outcome.errors)")
      #expect(outcome.errors.contains("--each-tag"), "\(outcome.errors)")
    }
  }

  @Test func namesBecomeSafeAndDiffer() {
    #expect(
      TagOutputs.safe(["walk", "Walk", "a/b", "..", "", "x\u{7}y", "walk"])
        == ["walk", "Walk-2", "a-b", "_..", "_", "x-y", "walk-3"])
    #expect(TagOutputs.safe([String(repeating: "n", count: 500)])[0].count == 80)
  }
}
