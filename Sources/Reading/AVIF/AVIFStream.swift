/// The places of the coded images of one kind: colours or alpha.
struct AVIFStream {
  /// One coded picture.
  struct Sample {
    var offset: Int64
    var byteCount: UInt32
    /// Whether it can be decoded on its own.
    var isKey: Bool
  }

  /// Units that may be missing before the first image.
  private(set) var configuration: [UInt8] = []
  /// Bits of a sample, by the configuration; 8 without one.
  private(set) var sampleDepth = 8
  /// The size of the images according to headers.
  var width = 0
  var height = 0
  var samples: [Sample] = []
  /// The pieces of a still image; empty for samples.
  var pieces: [Range<Int64>] = []

  /// Parses the `av1C` box: four bytes of numbers, then units (AV1 Codec ISO Media File Format
  /// Binding, section 2.3).
  mutating func take(configuration bytes: [UInt8]) {
    configuration = Array(bytes.dropFirst(4))
    guard bytes.count > 2, bytes[2] & 0x40 != 0 else { return }
    sampleDepth = bytes[2] & 0x20 != 0 ? 12 : 10
  }

  /// The pieces of an image.
  func places(_ index: Int) -> [Range<Int64>] {
    if !pieces.isEmpty { return pieces }
    let sample = samples[index]
    return [sample.offset..<(sample.offset + Int64(sample.byteCount))]
  }

  /// The number of images.
  var count: Int { pieces.isEmpty ? samples.count : 1 }

  func startsDecoding(_ index: Int) -> Bool { index == 0 || samples[index].isKey }
}
