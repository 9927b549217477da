internal import Stages

extension InputFormat {
  static let aseprite = InputFormat(
    .aseprite, nil,
    reader: .frames { source, options in
      let painter = try AsepritePainter(source, options: options)
      let parts = try painter.parts(options.aseprite)
      let whole = ComposedSource(painter)
      return try parts.map { try PartSource(whole, $0, limits: options.limits) } ?? whole
    }
  ) { AsepriteHeader.isMarked($0) }
}
