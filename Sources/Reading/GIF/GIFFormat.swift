internal import Stages

extension InputFormat {
  static let gif = InputFormat(
    .gif, Decoder("animconv", "palettes"),
    reader: .painter { try GIFPainter($0, options: $1) }
  ) { $0.starts(with: "GIF".utf8) }
}
