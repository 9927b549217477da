internal import Stages

extension InputFormat {
  /// A PNG or APNG; only its survey can tell which.
  static let png = InputFormat(
    .png, Decoder("libpng", "1 to 16 bits"),
    reader: .painter { try PNGPainter($0, options: $1) },
    survey: { source, options in
      let header = try PNGStillHeader(ByteReader(source))
      return try StillPicture(
        PaintedPicture(kind: .png) { try PNGPainter($0, options: $1) }, size: header.size,
        hasTransparency: header.hasTransparency, sampleDepth: header.sampleDepth,
        frameCount: header.frameCount, decodingBytes: 0, limits: options.limits)
    },
    end: { reader, start in
      var walker = PNGChunkWalker(reader, at: start + Int64(PNGChunkWalker.signature.count))
      while case .chunk(let chunk) = try walker.step() {
        if chunk.type == .end { return chunk.end }
      }
      return nil
    }
  ) { $0.starts(with: PNGChunkWalker.signature) }
}
