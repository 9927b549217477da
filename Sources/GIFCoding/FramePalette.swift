import GIFBlocks

/// A colour table, its colours in the space in which they are compared, and the transparent index
/// after them.
final class FramePalette {
  let table: GIFPalette
  let labs: [Lab]
  let pixels: [UInt32]
  let transparentIndex: Int

  /// A table of the bytes nearest to the colours, each once.
  convenience init(_ colors: [Lab]) {
    var seen: Set<UInt32> = []
    self.init(pixels: colors.map(OKLab.pixel).filter { seen.insert($0).inserted })
  }

  /// A table of these pixels, red in the lowest byte.
  init(pixels: [UInt32]) {
    let convert = OKLab.Converter()
    // Rounded as on the canvas, so that a colour that is already shown costs nothing.
    labs = pixels.map { StoredLab(rounding: convert($0)).lab.withoutWeight }
    self.pixels = pixels
    transparentIndex = pixels.count
    table = GIFPalette(pixels + [0])
  }
}
