/// Decompresses the LZW data of GIF frames into palette indices.
///
/// A table entry does not store a string but its offset in the output and its length, so each code
/// costs one copy, sixteen bytes at a time. The output therefore starts with the 256 bytes 0, 1, 2,
/// ..., to which literal codes point, and is kept until the frame is complete.
///
/// Like browsers, it tolerates a missing clear code at the start, a missing end code, codes after a
/// full table, and too many pixels. A code that is not in the table ends the frame.
final class LZWDecoder {
  /// The bytes before the first pixel, to which literal codes point.
  static let prefix = 256
  /// Bytes after the last pixel that a copy may overwrite: the longest string and one more store.
  static let slack = 4096 + 64

  /// Why ``decode(_:count:into:limit:)`` returned.
  enum Outcome {
    /// The input is exhausted.
    case needsInput
    /// The end code was read, or all pixels are decoded.
    case finished
    /// A code is not in the table.
    case invalidCode
  }

  /// Codes have at most 12 bits; a spare entry takes excess strings.
  private static let tableSize = 4097
  /// Entries are `offset << 16 | length`; no string is longer than the table.
  private let table = UnsafeMutablePointer<UInt64>.allocate(capacity: LZWDecoder.tableSize)

  private var minCodeSize = 2
  private var bits: UInt64 = 0
  private var bitCount = 0
  private var width = 3
  private var next = 5
  private var previous: UInt64 = 0
  /// The place of the next pixel, including ``prefix``.
  private var output = LZWDecoder.prefix

  init() {
    table.initialize(repeating: 0, count: Self.tableSize)
  }

  deinit { table.deallocate() }

  /// The number of decoded pixels; may exceed the frame by a part of one string.
  var pixelCount: Int { output - Self.prefix }

  /// Prepares for a frame.
  ///
  /// - Parameters:
  ///   - minCodeSize: bits of a literal, 1 to 8.
  ///   - plane: the output; its ``prefix`` is written here.
  func start(minCodeSize: Int, plane: UnsafeMutablePointer<UInt8>) {
    precondition((1...8).contains(minCodeSize))
    self.minCodeSize = minCodeSize
    for literal in 0..<256 {
      plane[literal] = UInt8(truncatingIfNeeded: literal)
    }
    for literal in 0..<(1 << minCodeSize) {
      table[literal] = UInt64(literal) << 16 | 1
    }
    bits = 0
    bitCount = 0
    previous = 0
    output = Self.prefix
    width = minCodeSize + 1
    next = (1 << minCodeSize) + 1
  }

  /// Decodes codes until the input is exhausted or the frame is complete.
  ///
  /// - Parameters:
  ///   - input: the next bytes of LZW data; at least 8 readable bytes follow `count`.
  ///   - plane: the same output as given to ``start(minCodeSize:plane:)``, with room for
  ///     ``prefix``, `limit` and ``slack`` bytes.
  ///   - limit: the number of requested pixels, at most 2^32 - 512.
  func decode(
    _ input: UnsafePointer<UInt8>, count: Int, into plane: UnsafeMutablePointer<UInt8>, limit: Int
  ) -> Outcome {
    let table = self.table
    let clear = 1 << minCodeSize
    let firstWidth = minCodeSize &+ 1
    let end = Self.prefix &+ limit
    let raw = UnsafeMutableRawPointer(plane)
    var bits = self.bits
    var bitCount = self.bitCount
    var width = self.width
    var mask = (1 << width) &- 1
    var next = self.next
    var previous = self.previous
    var output = self.output
    var position = 0
    var outcome = Outcome.finished

    while output < end {
      if bitCount < width {
        if count &- position >= 8 {
          let word = UnsafeRawPointer(input + position).loadUnaligned(as: UInt64.self)
          bits |= UInt64(littleEndian: word) &<< UInt64(bitCount)
          position &+= (63 &- bitCount) &>> 3
          bitCount |= 56
        } else {
          while bitCount <= 56, position < count {
            bits |= UInt64(input[position]) &<< UInt64(bitCount)
            position &+= 1
            bitCount &+= 8
          }
          if bitCount < width {
            outcome = .needsInput
            break
          }
        }
      }
      let code = Int(truncatingIfNeeded: bits) & mask
      bits &>>= UInt64(width)
      bitCount &-= width

      if code & ~1 == clear {
        if code != clear { break }
        width = firstWidth
        mask = (1 << width) &- 1
        next = clear &+ 1
        continue
      }

      // The previous code's string extended by one pixel: the first pixel of this code's string,
      // which follows it in the output. After a clear code this fills the unused place of the end
      // code. If the table is full, its spare entry is written.
      table[next] = previous &+ 1
      next = next &+ (next < 4096 ? 1 : 0)
      if next > mask, mask < 4095 {
        width &+= 1
        mask = mask &<< 1 | 1
      }
      if code >= next {
        outcome = .invalidCode
        break
      }

      let entry = table[code]
      let length = Int(truncatingIfNeeded: entry & 0xffff)
      let from = Int(truncatingIfNeeded: entry &>> 16)
      let source = UnsafeRawPointer(raw) + from
      let target = raw + output
      target.storeBytes(
        of: source.loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
      if length > 16 {
        var done = 16
        repeat {
          (target + done).storeBytes(
            of: (source + done).loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
          done &+= 16
        } while done < length
      }
      // The new entry ends with the first pixel of its own copy.
      if from &+ length > output { plane[output &+ length &- 1] = plane[from] }
      previous = UInt64(truncatingIfNeeded: output) &<< 16 | UInt64(truncatingIfNeeded: length)
      output &+= length
    }

    self.bits = bits
    self.bitCount = bitCount
    self.width = width
    self.next = next
    self.previous = previous
    self.output = output
    return outcome
  }
}
