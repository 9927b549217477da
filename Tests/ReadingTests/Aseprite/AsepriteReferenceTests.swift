import AnimTiming
import Foundation
import FrameTestSupport
import Raster
import SystemPackage
import TestSupport
import Testing

@testable import Reading
@testable import Stages

/// The path of the reference, and whether it can run.
private enum Reference {
  static let folder = Corpus.path("../atlases").string
  static var isAvailable: Bool {
    Corpus.isAvailable && Python.withNumPy != nil
      && FileManager.default.fileExists(atPath: folder + "/ase_reference.py")
  }
}

/// Every pixel of every file, compared with a reference renderer that is not part of this project
/// and whose results equal Aseprite's own exports. Its files are next to the corpus.
@Suite(.enabled(if: Reference.isAvailable, Corpus.hint))
struct AsepriteReferenceTests {
  /// Only the first frames of files with thousands.
  private static let mostFrames = 60

  /// Writes the pixels of each file, and reports the number of frames and their total duration.
  private static let script = """
    import sys
    sys.dont_write_bytecode = True
    sys.path.insert(0, sys.argv[1])
    import numpy, ase_reference
    numpy.seterr(all='ignore')
    for n, name in enumerate(open(sys.argv[2] + '/list').read().split('\\n')):
        try: s = ase_reference.load(name)
        except ase_reference.AseError:
            print('refused'); continue
        with open(f'{sys.argv[2]}/{n}.raw', 'wb') as f:
            for k in range(min(s.nframes, \(mostFrames))):
                p = s.frame(k); p[p[..., 3] == 0] = 0; f.write(p.tobytes())
        print(s.nframes, sum(s.durations))
    """

  /// Compares each file with the reference.
  private func check(_ files: [String]) throws {
    try TemporaryFolder.with { folder in
      try folder.write(files.joined(separator: "\n"), to: "list")
      let output = try Command.run(
        Python.withNumPy!, "-c", Self.script, Reference.folder, folder.path.string)
      let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
      try #require(lines.count == files.count)
      for (index, file) in files.enumerated() {
        let found = try read(file)
        #expect(found.line == lines[index], "\(file)")
        if found.line != "refused" {
          #expect(try folder.bytes(of: "\(index).raw") == found.pixels, "\(file)")
        }
      }
    }
  }

  private func read(_ file: String) throws -> (line: String, pixels: [UInt8]) {
    let source: any FrameSource
    do { source = try openSource(.path(FilePath(file))) } catch is any StageFailure {
      return ("refused", [])
    }
    #expect(source.info.kind == InputKind.aseprite)
    var bytes: [UInt8] = []
    for _ in 0..<Self.mostFrames {
      guard let frame = try source.next() else { break }
      bytes += pixels(frame)
    }
    let total = source.info.frames.reduce(Int64(0)) { sum, frame in
      guard case .declared(let ticks, _) = frame.delay else { return sum }
      return sum + ticks
    }
    return ("\(source.info.frames.count) \(total)", bytes)
  }

  @Test func everyFileIsWhatTheReferenceShows() throws {
    let files =
      Corpus.files(under: "../atlases", suffix: ".aseprite")
      + Corpus.files(under: "../atlases", suffix: ".ase")
    #expect(files.count >= 90)
    try check(files.map { Corpus.path($0).string })
  }

  @Test func randomFilesAreWhatTheReferenceShows() throws {
    try TemporaryFolder.with { folder in
      let names = (0..<250).map { "\($0).aseprite" }
      for (seed, name) in names.enumerated() {
        try folder.write(AsepriteBuilder.random(seed: UInt64(seed)), to: name)
      }
      try check(names.map { folder.appending($0).string })
    }
  }
}
