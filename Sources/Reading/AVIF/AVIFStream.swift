/// Where the coded pictures of one kind are: colours, or alpha.
struct AVIFStream {
  /// One coded picture.
  struct Sample {
    var offset: Int64
    var byteCount: UInt32
    /// Whether it needs no other to be decoded.
    var isKey: Bool
  }

  /// Units that may be missing before the first picture.
  private(set) var configuration: [UInt8] = []
  /// Bits of a sample, by the configuration; 8 without one.
  private(set) var sampleDepth = 8
  /// Of the pictures, as headers say.
  var width = 0
  var height = 0
  var samples: [Sample] = []
  /// Where a still picture is, piece by piece; empty for samples.
  var pieces: [Range<Int64>] = []

  /// Takes what the `av1C` box says: four bytes of numbers, then units (AV1 Codec ISO Media File Format
  /// Binding, section 2.3).
  mutating func take(configuration bytes: [UInt8]) {
    configuration = Array(bytes.dropFirst(4))
    guard bytes.count > 2, bytes[2] & 0x40 != 0 else { return }
    sampleDepth = bytes[2] & 0x20 != 0 ? 12 : 10
  }

  /// Where a picture is, piece by piece.
  func places(_ index: Int) -> [Range<Int64>] {
    if !pieces.isEmpty { return pieces }
    let sample = samples[index]
    return [sample.offset..<(sample.offset + Int64(sample.byteCount))]
  }

  /// How many pictures there are.
  var count: Int { pieces.isEmpty ? samples.count : 1 }

  func startsDecoding(_ index: Int) -> Bool { index == 0 || samples[index].isKey }
}
