/// The decisions made before the first frame of a lossless GIF is coded.
package struct LosslessGIFPlan: Sendable {
  /// Columns and rows of the canvas.
  package let width: Int
  package let height: Int
  /// The global colours. Frames with others get a local table.
  package let palette: GIFPalette
  /// Whether index 0 of ``palette`` is reserved for transparent pixels. Otherwise a frame uses any
  /// index that it does not paint.
  let reservesTransparent: Bool
  /// Whether ``palette`` is the input's, so that coded frames of the input can be kept.
  package let keepsSourcePalette: Bool
  /// Whether a frame may have more colours than one table holds.
  let isTight: Bool
}

extension LosslessGIFPlan {
  /// The global colours that pixels can have.
  package var paintedColors: [UInt32] {
    reservesTransparent ? Array(palette.colors.dropFirst()) : palette.colors
  }

  /// A plan for a given set of colours. The first entry of the table is the transparent index.
  package init(
    width: Int, height: Int, paletteBehindTransparent palette: GIFPalette
  ) {
    self.init(
      width: width, height: height, palette: palette,
      reservesTransparent: true, keepsSourcePalette: false, isTight: false)
  }
}
