internal import Raster
internal import Reading
internal import Stages

extension MemoryAccount {
  /// - Parameters:
  ///   - size: of an output picture.
  ///   - writing: of the output's ``WritingCost``.
  init(
    _ conversion: Conversion, to kind: OutputKind, _ info: SourceInfo, size: PixelSize, writing: Int
  ) {
    let undithers =
      conversion.undithering != .off && conversion.allowsUndithering(to: kind)
      && !(info.kind == .video && conversion.undithering == .auto)
    let isWide =
      info.sampleDepth > 8 && info.reasonForBytes == nil
      && kind.definition.features.contains(.depth) && kind.definition.depth(conversion) != .eight
    self.init(
      reading: MemoryNeed.bytesOfReading(info, isWide: isWide),
      undithering: undithers ? 2 * info.size.area * 4 + Unditherer.mostBytes : 0, writing: writing,
      scoring: conversion.qualityTarget == nil ? 0 : MemoryNeed.bytesOfScoring(size))
  }
}
