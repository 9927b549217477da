// A raw video container of this program: a header, then each frame's duration and pixels.
//
//     "RAWV" width height plays frame-count            32 bits each, little-endian
//     numerator denominator pixels                     64 bits each, then RGBA

import AnimConv
import Foundation

/// Writes the container.
struct RawVideo: OutputKind.Definition {
  let name = "rawv"
  let title = "a raw video"
  let storesPlays = true

  func makeWriter(_ plan: OutputKind.Plan) -> any OutputKind.Writer { Writer(plan) }

  private final class Writer: OutputKind.Writer {
    private let plan: OutputKind.Plan
    private var byteCount = RawVideoFile.headerBytes

    init(_ plan: OutputKind.Plan) { self.plan = plan }

    func write(_ frame: PixelBuffer, index: Int, to file: OutputKind.File) throws {
      if index == 0 {
        // The number of frames is written at the end.
        try file.append(
          Array("RAWV".utf8)
            + [plan.size.width, plan.size.height, plan.plays.totalPlays, 0].flatMap {
              littleEndian(UInt32($0))
            })
      }
      let time = plan.timeline.durationTime(of: index)
      let times = [time.numerator, time.denominator].flatMap { littleEndian($0) }
      let pixels = frame.withBytes { Array($0) }
      try file.append(times + pixels)
      byteCount += times.count + pixels.count
    }

    func finish(_ file: OutputKind.File) throws {
      try file.overwrite(littleEndian(UInt32(plan.timeline.count)), at: 16)
    }

    func check(_ path: FilePath) throws {
      let found = try FileManager.default.attributesOfItem(atPath: path.string)[.size] as? Int
      guard found == byteCount else { throw RawVideoFile.Damaged() }
    }
  }
}

/// Reads the container.
final class RawVideoFile: FrameSource {
  struct Damaged: Error {}

  static let headerBytes = 20
  static let kind = CustomInput.Kind(
    name: "raw video", recognizes: { head, _ in head.starts(with: "RAWV".utf8) },
    open: { file, _ in try RawVideoFile(file) })

  let info: SourceInfo
  private let file: CustomInput.File
  private let pool: PixelBuffer.Pool
  private let frameBytes: Int
  private var position = 0

  init(_ file: CustomInput.File) throws {
    self.file = file
    let header = try file.bytes(at: 4, count: 16)
    guard header.count == 16 else { throw Damaged() }
    let numbers = (0..<4).map { Int(number(header[($0 * 4)...], UInt32.self)) }
    // Sides that a file cannot be trusted with would overflow below.
    guard numbers[0...1].allSatisfy((1...16_384).contains) else { throw Damaged() }
    let size = PixelSize(width: numbers[0], height: numbers[1])
    frameBytes = 16 + size.width * size.height * 4
    guard file.byteCount == Int64(Self.headerBytes + numbers[3] * frameBytes) else {
      throw Damaged()
    }
    var frames: [SourceInfo.Frame] = []
    for index in 0..<numbers[3] {
      let times = try file.bytes(at: Int64(Self.headerBytes + index * frameBytes), count: 16)
      frames.append(
        SourceInfo.Frame(
          delay: .declared(
            ticks: number(times[...], Int64.self),
            timebase: Timebase(1, number(times[8...], Int64.self))),
          rect: PixelRect(size), disposal: .keep, blend: .source))
    }
    info = SourceInfo(
      kind: .custom, size: size, frames: frames, plays: LoopCount(totalPlays: numbers[2]),
      declaresPlays: true, alpha: .possible, defaultPolicy: .verbatim(zeroDelay: nil))
    pool = PixelBuffer.Pool(size: size)
  }

  func next() throws -> CanvasFrame? {
    guard position < info.frames.count else { return nil }
    defer { position += 1 }
    let bytes = try file.bytes(
      at: Int64(Self.headerBytes + position * frameBytes + 16), count: frameBytes - 16)
    guard bytes.count == frameBytes - 16 else { throw Damaged() }
    let pixels = pool.buffer { $0.copyBytes(from: bytes) }
    return CanvasFrame(index: position, pixels: pixels, changed: PixelRect(info.size))
  }

  func seek(to index: Int) { position = index }
  func restartPoint(for index: Int) -> Int { index }
}

func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
  withUnsafeBytes(of: number.littleEndian) { Array($0) }
}

func number<Number: FixedWidthInteger>(_ bytes: ArraySlice<UInt8>, _: Number.Type) -> Number {
  bytes.prefix(Number.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Number($1) }
}
