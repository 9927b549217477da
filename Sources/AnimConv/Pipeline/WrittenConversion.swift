internal import Raster
internal import Reading
internal import Stages

/// A finished conversion: written and compared with its plan, but not yet visible.
struct WrittenConversion {
  let plan: Conversion.Plan
  let delivery: any Delivery
  let written: [Conversion.Report.Output]
  /// What reading tolerated.
  let warnings: [ReadingWarning]

  /// How many frames an earlier run had delivered.
  let framesDone: Int

  /// Dithering that was detected on the way to the output; nil if none is certain.
  let keptDither: Dither?

  /// Bytes of the largest file.
  var byteCount: Int64 { written.map(\.byteCount).max() ?? 0 }
}
