internal import Messages
internal import Raster
internal import Stages

/// Bytes of a file in which the lowest byte of a number comes first.
struct LittleEndianBytes {
  var bytes: [UInt8] = []

  init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  mutating func append(_ text: String) { bytes += Array(text.utf8) }

  mutating func appendShorts(_ numbers: UInt16...) {
    for number in numbers { bytes += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)] }
  }

  mutating func appendLongs(_ numbers: UInt32...) {
    for number in numbers {
      appendShorts(UInt16(truncatingIfNeeded: number), UInt16(number >> 16))
    }
  }

  /// The channels of a row's pixels, 0 for red, in this order.
  mutating func append(_ pixels: PixelBuffer, row y: Int, channels: [Int]) {
    let row = pixels.base + y * pixels.stride
    for x in 0..<pixels.size.width {
      for channel in channels { bytes.append(row[x * 4 + channel]) }
    }
  }
}

extension WritingError {
  /// - Throws: ``WritingError/unsupported(detail:remedy:)`` for a side that the format cannot
  ///   store.
  static func check(_ size: PixelSize, atMost side: Int, _ format: String) throws {
    guard max(size.width, size.height) <= side else {
      throw WritingError.unsupported(
        detail: "a \(format) picture has at most \(side) pixels on a side, not \(size)",
        remedy: "use \(.frameFormat, case: "png")")
    }
  }

  /// The error for a picture that is too large for the format.
  static func tooLarge(_ size: PixelSize, _ format: String) -> WritingError {
    .unsupported(
      detail: "a \(format) picture cannot have \(size) pixels",
      remedy: "use \(.frameFormat, case: "png")")
  }
}
