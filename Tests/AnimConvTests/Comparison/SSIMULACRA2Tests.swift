import Foundation
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv

/// SSIMULACRA2, compared with libjxl's program, and each of its steps with a slow version that
/// keeps whole planes.
@Suite struct SSIMULACRA2Tests {
  private static let pairs: URL? = {
    guard let corpus = ProcessInfo.processInfo.environment["ANIMCONV_CORPUS"] else { return nil }
    let folder = URL(fileURLWithPath: corpus).appendingPathComponent("../measure/ssimulacra2")
    return FileManager.default.fileExists(atPath: folder.path) ? folder.standardized : nil
  }()

  /// Pictures of 33x41 to 160x120 with the scores of `ssimulacra2` from libjxl 0.11.2.
  @Test(.enabled(if: pairs != nil, "pairs beside the corpus"))
  func scoresAreThoseOfLibjxl() async throws {
    let folder = try #require(Self.pairs)
    let table = try String(
      contentsOf: folder.appendingPathComponent("scores.tsv"), encoding: .utf8)
    let lines = table.split(separator: "\n").dropFirst()
    #expect(lines.count == 45)
    for line in lines {
      let fields = line.split(separator: "\t").map(String.init)
      let paths = fields.prefix(2).map { folder.appendingPathComponent($0).path }
      let frame = try await OutputComparison(
        of: .path(FilePath(paths[1])), with: .path(FilePath(paths[0]))
      ).frames[0]
      let score = try #require(frame.libjxlSSIMULACRA2 ?? frame.ssimulacra2)
      #expect(abs(score - Double(fields[2])!) < 0.05, "\(fields[1])")
    }
  }

  // MARK: Steps

  private static func noise(_ count: Int, seed: UInt64, near other: [UInt8]? = nil) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { index in
      guard let other else { return .random(in: 0...255, using: &random) }
      return UInt8(clamping: Int(other[index]) + .random(in: -20...20, using: &random))
    }
  }

  private static func errors(
    _ a: [UInt8], _ b: [UInt8], _ width: Int, _ height: Int
  ) -> [VisibleDifference.Errors] {
    let measure = VisibleDifference(width: width, height: height)
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        for y in 0..<height {
          let offset = y * width * 4
          measure.add(a.baseAddress! + offset, b.baseAddress! + offset)
        }
      }
    }
    return measure.finishScales()
  }

  /// Means and norms of each map, channel and scale, for sizes with one to six scales, including
  /// odd ones, and for rows that end within a vector.
  @Test(
    arguments: [(8, 8), (9, 17), (15, 14), (33, 29), (57, 61), (113, 121)] as [(Int, Int)])
  func errorsAreThoseOfWholePlanes(width: Int, height: Int) {
    let a = Self.noise(width * height * 4, seed: 3)
    let b = Self.noise(width * height * 4, seed: 4, near: a)
    let found = Self.errors(a, b, width, height)
    let expected = SlowSSIMULACRA2.errors(a, b, width, height)
    #expect(found.count == expected.count)
    for (scale, (one, other)) in zip(found, expected).enumerated() {
      for channel in 0..<3 {
        for (x, y) in zip(one.values(channel), other[channel]) {
          #expect(abs(x - y) < 2e-5 + 1e-4 * y, "scale \(scale), channel \(channel)")
        }
      }
    }
    let score = VisibleDifference.score(found)
    #expect(abs(score - SlowSSIMULACRA2.score(expected)) < 0.01)
  }

  /// The smallest scale may have sides below 8 pixels.
  @Test(arguments: [
    (8, 2), (14, 2), (15, 3), (28, 3), (29, 4), (56, 4), (57, 5), (112, 5), (113, 6),
  ])
  func theSizeBeforeHalvingDecides(side: Int, scales: Int) {
    let picture = [UInt8](repeating: 9, count: side * side * 4)
    #expect(Self.errors(picture, picture, side, side).count == scales)
  }

  @Test func equalPicturesHaveNoErrors() {
    let picture = Self.noise(120 * 116 * 4, seed: 5)
    let errors = Self.errors(picture, picture, 120, 116)
    #expect(errors.allSatisfy { $0.sums.allSatisfy { $0 == 0 } })
    #expect(VisibleDifference.score(errors) == 100)
  }

  @Test func theOriginalIsNotTheCopy() {
    let a = [UInt8](repeating: 120, count: 120 * 116 * 4)
    let b = Self.noise(a.count, seed: 5, near: a)
    let scores = [(a, b), (b, a)].map { VisibleDifference.score(Self.errors($0.0, $0.1, 120, 116)) }
    #expect(abs(scores[0] - scores[1]) > 0.1)
  }

  /// One measurement does not affect the next pictures.
  @Test func aMeasureIsUsedAgain() {
    let (width, height) = (40, 37)
    let a = Self.noise(width * height * 4, seed: 6)
    let b = Self.noise(width * height * 4, seed: 7, near: a)
    let measure = VisibleDifference(width: width, height: height)
    let scores = (0..<2).map { _ in
      for y in 0..<height {
        Array(a[(y * width * 4)...]).withUnsafeBufferPointer { a in
          Array(b[(y * width * 4)...]).withUnsafeBufferPointer { b in
            measure.add(a.baseAddress!, b.baseAddress!)
          }
        }
      }
      return measure.finish()
    }
    #expect(scores[0] == scores[1] && scores[0] < 100)
  }

  @Test func thereAreSixScalesOfWeights() {
    #expect(VisibleDifference.weights.count == 3 * 6 * 2 * 3)
    #expect(VisibleDifference.weights.filter { $0 == 0 }.count == 56)
  }

  // MARK: Frames

  private static func input(
    _ size: PixelSize, frames: Int = 1, delays: [Delay]? = nil,
    _ pixel: @escaping @Sendable (_ frame: Int, _ x: Int, _ y: Int) -> UInt32
  ) -> AnimationInput {
    .custom(
      CustomInput(name: "pictures") { _ in
        ArraySource(
          (0..<frames).map { frame in
            (0..<size.area).map { pixel(frame, $0 % size.width, $0 / size.width) }
          }, size: size, delays: delays)
      })
  }

  private static func pattern(_ x: Int, _ y: Int) -> UInt32 {
    0xFF00_0000 | UInt32((x * 37 ^ y * 91) & 255) << 16 | UInt32((x * 5 + y * 3) & 255)
  }

  /// A small picture gets the score of nine copies of it, in addition to libjxl's.
  @Test func aSmallPictureIsRepeated() async throws {
    let (width, height) = (48, 40)
    func size(_ factor: Int) -> PixelSize {
      PixelSize(width: width * factor, height: height * factor)
    }
    let (small, large) = (size(1), size(3))
    func compared(_ size: PixelSize) async throws -> OutputComparison {
      try await OutputComparison(
        of: Self.input(size) { _, x, y in Self.pattern(x % width, y % height) },
        with: Self.input(size) { _, x, y in Self.pattern(x % width, y % height) ^ 0x1F1F })
    }
    let (one, nine) = (try await compared(small), try await compared(large))
    #expect(one.ssimulacra2 == nine.ssimulacra2)
    #expect(one.ssimulacra2!.mean < 100)
    #expect(nine.libjxlSSIMULACRA2 == nil)
    #expect(one.libjxlSSIMULACRA2 != nil && one.libjxlSSIMULACRA2 != one.ssimulacra2)
  }

  @Test func libjxlHasNoNumberBelow8Pixels() async throws {
    let size = PixelSize(width: 7, height: 130)
    let comparison = try await OutputComparison(
      of: Self.input(size) { _, x, y in Self.pattern(x, y) },
      with: Self.input(size) { _, x, y in Self.pattern(x, y) ^ 0x40 })
    #expect(comparison.libjxlSSIMULACRA2 == nil)
    #expect(comparison.ssimulacra2!.worst < 100)
  }

  /// White pixels that became opaque are invisible on white.
  @Test func theWorseOfWhiteAndBlackCounts() async throws {
    let size = PixelSize(width: 128, height: 120)
    func shade(_ alpha: UInt32, _ value: UInt32) -> AnimationInput {
      Self.input(size) { _, x, _ in x < 60 ? alpha << 24 | value * 0x10101 : Self.pattern(x, 1) }
    }
    func onColor(_ value: UInt32) -> AnimationInput {
      Self.input(size) { _, x, _ in x < 60 ? 0xFF00_0000 | value * 0x10101 : Self.pattern(x, 1) }
    }
    let white = try await OutputComparison(of: shade(254, 255), with: shade(128, 255)).ssimulacra2
    let onBlack = try await OutputComparison(of: onColor(254), with: onColor(128)).ssimulacra2
    #expect(white == onBlack && white!.worst < 90)
    let black = try await OutputComparison(of: shade(254, 0), with: shade(128, 0)).ssimulacra2
    let onWhite = try await OutputComparison(of: onColor(1), with: onColor(127)).ssimulacra2
    #expect(black == onWhite && black!.worst < 90)
  }

  /// Unchanged frames have the score of the previous one, and each keeps its place.
  @Test func framesHaveTheirScoresInOrder() async throws {
    let size = PixelSize(width: 120, height: 116)
    let steps = [0, 0, 9, 30, 30, 0, 60, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    let comparison = try await OutputComparison(
      of: Self.input(size, frames: steps.count) { frame, x, y in
        Self.pattern(x, y) ^ UInt32(steps[frame] * (x & 1))
      },
      with: Self.input(size, frames: steps.count) { _, x, y in Self.pattern(x, y) })
    let scores = comparison.frames.compactMap(\.ssimulacra2)
    #expect(scores.count == steps.count)
    var known: [Int: Double] = [:]
    for (step, score) in zip(steps, scores) {
      #expect((score == 100) == (step == 0))
      #expect(known.updateValue(score, forKey: step) ?? score == score)
    }
    #expect(comparison.ssimulacra2!.worstFrame == 6)
  }

  @Test func nothingIsScoredWhenNotAskedFor() async throws {
    var options = OutputComparison.Options()
    options.measuresSSIMULACRA2 = false
    let picture = Self.input(PixelSize(width: 9, height: 9)) { _, x, y in Self.pattern(x, y) }
    let comparison = try await OutputComparison(of: picture, with: picture, options: options)
    #expect(comparison.ssimulacra2 == nil && comparison.frames[0].ssimulacra2 == nil)
  }

  // MARK: Time

  @Test(
    arguments: [
      // Exactly a tenth is enough, a little less is not.
      ([50, 60, 70], [10, 20, 70], 50.0, 66), ([50, 60, 70], [9, 21, 70], 60, 66.1),
      ([70, 60, 50], [95, 3, 2], 70, 69.3), ([80], [40], 80, 80),
      ([10, 20], [0, 5], 20, 20), ([10, 20], [0, 0], 10, 15),
    ] as [([Double], [Int64], Double, Double)])
  func scoresWeighByTime(scores: [Double], milliseconds: [Int64], p10: Double, mean: Double) {
    let summary = OutputComparison.SSIMULACRA2(
      zip(scores, milliseconds).map { ($0, .milliseconds($1)) })
    #expect(summary.p10 == p10)
    #expect(abs(summary.mean - mean) < 1e-9)
    #expect(summary.worst == scores.min())
    #expect(summary.worstFrame == scores.firstIndex(of: scores.min()!))
  }

  /// Times whose common unit has more than 64 bits.
  @Test func unevenTimesHaveWeights() {
    let primes: [Int64] = [999_999_937, 999_999_929, 999_999_893]
    let summary = OutputComparison.SSIMULACRA2(
      primes.enumerated().map { (Double($0 * 10), RationalTime($1 - 1, $1)) })
    #expect(summary.p10 == 0 && abs(summary.mean - 10) < 1e-6)
  }
}
