import GIFBlocks

/// A colour table, its colours as they are compared, and the index for transparency behind them.
final class FramePalette {
  let table: GIFPalette
  let labs: [Lab]
  let pixels: [UInt32]
  let transparentIndex: Int

  /// A table of the bytes that are nearest to the colours, each once.
  convenience init(_ colors: [Lab]) {
    var seen: Set<UInt32> = []
    self.init(pixels: colors.map(OKLab.pixel).filter { seen.insert($0).inserted })
  }

  /// A table of these pixels, red lowest.
  init(pixels: [UInt32]) {
    let convert = OKLab.Converter()
    // Rounded as the canvas keeps them, so that a colour that is shown already costs nothing.
    labs = pixels.map { StoredLab(rounding: convert($0)).lab.withoutWeight }
    self.pixels = pixels
    transparentIndex = pixels.count
    table = GIFPalette(pixels + [0])
  }
}
