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
  var configuration: [UInt8] = []
  /// Of the pictures, as headers say.
  var width = 0
  var height = 0
  var samples: [Sample] = []
  /// Where a still picture is, piece by piece; empty for samples.
  var pieces: [Range<Int64>] = []

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
