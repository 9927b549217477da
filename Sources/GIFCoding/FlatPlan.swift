import GIFBlocks

/// The colours of flat content: unchanged, or one palette for the whole clip.
///
/// With one palette, a colour has the same entry in every frame and does not need to be painted
/// again.
package struct FlatPlan: Sendable {
  let lossless: LosslessGIFPlan
  /// Whether all frames share the global table.
  let isOneTable: Bool
  /// The replacement of each colour; colours that are not listed stay.
  let mapping: [UInt32: UInt32]

  /// Whether every colour stays as it is.
  package var isExact: Bool { mapping.isEmpty }

  /// The largest change that is painted late or never, in units of ``Lab``.
  ///
  /// None with several tables: a table holds the colours that its frame changes, and not those that
  /// wait.
  func tolerance(_ settings: GIFEncodingSettings) -> Float {
    isOneTable ? EncodingWeights.flatTolerance(settings) : 0
  }

  /// Every colour unchanged.
  init(exactly lossless: LosslessGIFPlan, isOneTable: Bool) {
    self.lossless = lossless
    self.isOneTable = isOneTable
    mapping = [:]
  }

  /// Chooses at most `colorLimit` of the counted colours, and for each other colour the nearest of
  /// them.
  init(
    _ counts: ColorCounts, width: Int, height: Int, colorLimit: Int
  ) {
    let convert = OKLab.Converter()
    // A shown colour is visible even if it is rarely painted.
    let points = zip(counts.colors, counts.shown).map { color, count in
      var point = convert(color)
      point[3] = Float(count)
      return point
    }
    let chosen = FlatPalette.choose(from: points, count: colorLimit)
    let nearest = NearestColor(chosen.map { points[$0].withoutWeight })
    var mapping: [UInt32: UInt32] = [:]
    var uses = [Int](repeating: 0, count: chosen.count)
    for (index, point) in points.enumerated() {
      let choice = nearest.nearest(to: point).index
      uses[choice] += counts.counts[index]
      let color = counts.colors[chosen[choice]]
      if color != counts.colors[index] { mapping[counts.colors[index]] = color }
    }
    // The most painted colours come first, so that frames with few colours need few bits.
    let order = chosen.indices.sorted { (uses[$0], $1) > (uses[$1], $0) }
    let palette = GIFPalette([0] + order.map { counts.colors[chosen[$0]] & 0xff_ffff })
    lossless = LosslessGIFPlan(
      width: width, height: height, paletteBehindTransparent: palette)
    self.mapping = mapping
    isOneTable = true
  }
}
