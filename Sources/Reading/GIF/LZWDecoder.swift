/// Decompresses the LZW data of GIF frames into palette indices.
///
/// A table entry does not hold a string but says where in the output it already stands and how
/// long it is, so a code costs one copy, sixteen bytes at a time. For this the output begins with
/// the 256 bytes 0, 1, 2, ... to which the literal codes point, and is kept whole until the frame
/// is done.
///
/// What is tolerated, as browsers do: no clear code at the start, no end code, codes that go on
/// after a full table, more pixels than the frame has. A code that the table does not hold yet ends
/// the frame.
final class LZWDecoder {
  /// The bytes in front of the first pixel to which literal codes point.
  static let prefix = 256
  /// Bytes behind the last pixel that a copy may overrun: the longest string and one more store.
  static let slack = 4096 + 64

  /// Why ``decode(_:count:into:limit:)`` came back.
  enum Outcome {
    /// The input is used up.
    case needsInput
    /// The end code was read, or all pixels are there.
    case finished
    /// A code was read that the table does not hold.
    case invalidCode
  }

  /// Codes have at most 12 bits; one more entry takes what no longer fits.
  private static let tableSize = 4097
  /// Entries are `offset << 16 | length`; no string is longer than the table.
  private let table = UnsafeMutablePointer<UInt64>.allocate(capacity: LZWDecoder.tableSize)

  private var minCodeSize = 2
  private var bits: UInt64 = 0
  private var bitCount = 0
  private var width = 3
  private var next = 5
  private var previous: UInt64 = 0
  /// Where the next pixel goes, ``prefix`` included.
  private var output = LZWDecoder.prefix

  init() {
    table.initialize(repeating: 0, count: Self.tableSize)
  }

  deinit { table.deallocate() }

  /// How many pixels were decoded; may pass the frame's end by a part of one string.
  var pixelCount: Int { output - Self.prefix }

  /// Gets ready for a frame.
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

  /// Decodes codes until the input is used up or the frame is done.
  ///
  /// - Parameters:
  ///   - input: the next bytes of LZW data; at least 8 readable bytes follow `count`.
  ///   - plane: the same output as given to ``start(minCodeSize:plane:)``, with room for
  ///     ``prefix``, `limit` and ``slack`` bytes.
  ///   - limit: how many pixels are wanted, at most 2^32 - 512.
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

      // The string of the code before, one pixel longer: that pixel is the first of this code's
      // string, which follows it in the output. After a clear code this fills the end code's
      // place, which is never looked up. A full table writes its spare entry.
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
      // The entry just made ends with the first pixel of its own copy.
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
