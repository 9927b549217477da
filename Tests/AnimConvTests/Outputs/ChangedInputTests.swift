import FrameTestSupport
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages

/// An input may change between the time at which its frames are examined and the time at which they
/// are written: every conversion ends, and none writes other colours without a word.
@Suite struct ChangedInputTests {
  private static let size = PixelSize(width: 40, height: 32)

  /// Gives the frames of `first` until it is moved back for the `changes`-th time.
  private final class ChangingSource: FrameSource {
    private let first: ArraySource
    private let second: ArraySource
    private var changes: Int
    private var position = 0

    init(_ first: [[UInt32]], _ second: [[UInt32]], changes: Int) {
      self.first = ArraySource(first, size: ChangedInputTests.size, kind: .apng)
      self.second = ArraySource(second, size: ChangedInputTests.size, kind: .apng)
      self.changes = changes
    }

    var info: SourceInfo { first.info }
    var warnings: [ReadingWarning] { [] }
    private var current: ArraySource { changes > 0 ? first : second }

    func next() throws -> CanvasFrame? {
      defer { position += 1 }
      return try current.next()
    }

    func seek(to index: Int) throws {
      if index < position { changes -= 1 }
      position = index
      try current.seek(to: index)
    }

    func detectAlpha() throws -> Bool { try first.detectAlpha() }
  }

  private static func pictures(_ colors: [UInt32]) -> [[UInt32]] {
    (0..<5).map { frame in
      (0..<size.area).map { place in
        let right = place % 40 / 20
        let number = place / 7 + frame * right
        return colors[number % colors.count]
      }
    }
  }

  private static func scattered(_ count: Int, _ factor: UInt32) -> [UInt32] {
    (0..<count).map { number -> UInt32 in
      let color = UInt32(number) &* factor
      return color & 0xFF_FFFF
    }
  }

  /// Few greys, few colours, many opaque colours.
  private static let kinds: [[UInt32]] = [
    [0xFF00_0000, 0xFFFF_FFFF, 0xFF80_8080], [0xFF12_3456, 0xFF65_4321],
    scattered(700, 7919).map { $0 | 0xFF00_0000 },
  ]

  /// What none of their formats holds.
  private static let others = scattered(900, 104_729).enumerated().map { number, color -> UInt32 in
    let alpha = UInt32(255 - number % 9)
    return color | alpha << 24
  }

  @Test(
    arguments: ["a.apng", "a.gif", "a.webp", "a.avif", "a.png", "a.tiff", "a.mp4", "a.webm"],
    [1, 2, 3])
  func everyConversionEnds(name: String, changes: Int) throws {
    for kind in Self.kinds {
      try TemporaryFolder.with { folder in
        var conversion = Conversion(
          input: .bytes([], name: "pictures"), output: .file(folder.appending(name)))
        conversion.timing.delays = .verbatim(zeroDelay: nil)
        let source = ChangingSource(
          Self.pictures(kind), Self.pictures(Self.others), changes: changes)
        do {
          _ = try ConversionJob(conversion, open: { _, _ in source }).run()
          #expect(folder.names.contains(name))
        } catch let error as ConversionError {
          #expect(error.kind == .damagedInput, "\(error)")
          #expect(folder.names.isEmpty)
        }
      }
    }
  }

  /// Colours that were not there when the format was chosen are refused.
  @Test(arguments: 0..<3) func anAPNGHasNoOtherColors(kind: Int) throws {
    for changes in 1...3 {
      try TemporaryFolder.with { folder in
        var conversion = Conversion(
          input: .bytes([], name: "pictures"), output: .file(folder.appending("a.apng")))
        conversion.timing.delays = .verbatim(zeroDelay: nil)
        let others = Self.pictures(Self.others)
        let source = ChangingSource(Self.pictures(Self.kinds[kind]), others, changes: changes)
        do {
          _ = try ConversionJob(conversion, open: { _, _ in source }).run()
        } catch let error as ConversionError {
          #expect(error.reason.text(.options).contains("another picture"))
          #expect(error.frame == 0)
          return
        }
        // It changed before it was examined, or never.
        let written = try openBytes(folder.bytes(of: "a.apng"), name: "a.apng")
        let frame = try #require(try written.next())
        let shown = frame.pixels.withBytes { Array($0.bindMemory(to: UInt32.self)) }
        #expect([others[0], Self.pictures(Self.kinds[kind])[0]].contains(shown))
      }
    }
  }
}
