internal import FileBoxes

/// One track in the boxes of an AVIF: colour or alpha.
struct AVIFTrack {
  enum Content { case color, alpha }

  let content: Content
  let header: AV1SequenceHeader
  /// The unit that the header was read from.
  let headerUnit: [UInt8]
  /// Bytes of each sample.
  let sizes: [UInt32]
  /// Indices of key frames, from 0.
  let keys: [UInt32]
  /// The place of each chunk in the file.
  var chunkOffsets: [Int] = []

  /// The number of the track, and of the item with its first image.
  var id: Int { content == .color ? 1 : 2 }

  init(
    _ content: Content, header: AV1SequenceHeader, headerUnit: [UInt8], sizes: [UInt32],
    keys: [UInt32]
  ) {
    self.content = content
    self.header = header
    self.headerUnit = headerUnit
    self.sizes = sizes
    self.keys = keys
  }

  /// Appends the `av1C` box (AV1 in ISO base media files, section 2.3).
  func appendConfiguration(to boxes: inout BoxBuilder) {
    boxes.box("av1C") { box in
      box.number(0x81, bytes: 1)
      box.number(Int(header.profile << 5 | header.level), bytes: 1)
      let isDeep = header.depth > 8 ? 0x40 : 0
      let isDeepest = header.depth == 12 ? 0x20 : 0
      let chroma = header.subsampling
      box.number(
        Int(header.tier) << 7 | isDeep | isDeepest | (header.isMonochrome ? 0x10 : 0)
          | (chroma.x ? 8 : 0) | (chroma.y ? 4 : 0) | Int(header.chromaPosition), bytes: 1)
      box.number(0, bytes: 1)
      box.append(headerUnit)
    }
  }
}
