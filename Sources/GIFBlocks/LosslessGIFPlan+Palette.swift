extension LosslessGIFPlan {
  /// The global colours that pixels can have.
  package var paintedColors: [UInt32] {
    reservesTransparent ? Array(palette.colors.dropFirst()) : palette.colors
  }

  /// A plan for colours that have been chosen already. The first entry of the table stands for
  /// pixels that draw nothing.
  package init(
    width: Int, height: Int, paletteBehindTransparent palette: GIFPalette
  ) {
    self.init(
      width: width, height: height, palette: palette,
      reservesTransparent: true, keepsSourcePalette: false)
  }
}
