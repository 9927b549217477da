import FrameTestSupport
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// Patches that are decoded ahead on other threads, compared with those that are decoded when they
/// are drawn.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.hint))
struct PatchesAheadTests {
  private static let clips = ["pillow/iss634.webp", "pillow/iss634.apng"]

  private struct Result: Equatable {
    var frames: [Int] = []
    var warnings: [String] = []
    var failure: String?
  }

  private func read(_ bytes: [UInt8], ahead: Bool) throws -> Result {
    let source = try openSource(.bytes(bytes, name: "clip"))
    let patches = try #require(source as? any PatchSource)
    patches.decodesPatchesAhead = ahead
    #expect(patches.decodesPatchesAhead == (ahead && source.info.frames.count > 1))
    var result = Result()
    do {
      while let frame = try source.next() { result.frames.append(frame.pixels.contentHash) }
    } catch {
      result.failure = "\(error)"
    }
    result.warnings = source.warnings.map(\.description)
    return result
  }

  @Test(arguments: clips) func framesAreTheSame(_ clip: String) throws {
    let bytes = try Corpus.bytes(of: clip)
    let expected = try read(bytes, ahead: false)
    #expect(expected.frames.count > 40)
    #expect(try read(bytes, ahead: true) == expected)
  }

  @Test func framesOfEveryAnimationAreTheSame() throws {
    var animations = 0
    for suffix in [".webp", ".png", ".apng"] {
      for file in Corpus.files(suffix: suffix) {
        let bytes = try Corpus.bytes(of: file)
        guard let source = try? openSource(.bytes(bytes, name: file)), source is any PatchSource,
          source.info.frames.count > 1, source.info.size.area >= 1 << 12
        else { continue }
        animations += 1
        #expect(try read(bytes, ahead: true) == read(bytes, ahead: false), "\(file)")
      }
    }
    #expect(animations > 10)
  }

  @Test(arguments: clips) func damageIsTheSame(_ clip: String) throws {
    let bytes = try Corpus.bytes(of: clip)
    for place in stride(from: bytes.count / 9, to: bytes.count, by: bytes.count / 9) {
      var damaged = bytes
      for offset in place..<min(place + 40, bytes.count) { damaged[offset] ^= 0x55 }
      guard (try? openSource(.bytes(damaged, name: clip))) != nil else { continue }
      #expect(try read(damaged, ahead: true) == read(damaged, ahead: false), "\(place)")
    }
  }

  @Test(arguments: clips) func framesOutOfOrderAreTheSame(_ clip: String) throws {
    let bytes = try Corpus.bytes(of: clip)
    let expected = try read(bytes, ahead: false).frames
    let source = try openSource(.bytes(bytes, name: clip))
    let patches = try #require(source as? any PatchSource)
    for start in [30, 2, 39, 0, 17] {
      patches.decodesPatchesAhead = start != 39
      try source.seek(to: start)
      for index in start..<min(start + 5, expected.count) {
        #expect(try source.next()?.pixels.contentHash == expected[index])
      }
    }
  }
}
