internal import Messages

/// A group of settings that only some kinds of output support; each kind lists its groups.
package enum OutputFeature: Sendable, Hashable, CaseIterable {
  /// Video encoding.
  case encoding
  /// A choice of how many pixels share their chroma.
  case chroma
  /// Lossless encoding.
  case lossless
  /// Removal of dithering, for lossy outputs.
  case undithering
  /// The layout of cells on a sheet.
  case layout
  /// Compression effort of an animated image.
  case images
  /// A limit on the number of colours.
  case colorCount
  /// Quantization of pixels to colour tables.
  case palettes
  /// Lossy alpha.
  case alphaQuality
  /// Encoding of WebP frames.
  case webp
  /// Numbering and format of image files.
  case pictureFiles
  /// Bits of a sample.
  case depth
  /// Lossy quality, from 1 to 100.
  case quality
  /// Names of images or of an imageset.
  case names
  /// Options of folders that do not apply to archives.
  case folders
  /// Whether an interrupted run can be resumed.
  case resuming
  /// PNG compression, and whether identical frames are stored once.
  case pictures
  /// Data files, and images at several scales.
  case descriptions
  /// Options of imagesets.
  case imageSets
}

extension OutputFeature {
  /// The outputs with this feature, as messages name them: `sheets and imagesets`.
  package var title: String {
    let families = Self.families(OutputKind.all.filter { $0.takes(self) })
    let others = Self.families(OutputKind.all.filter { !$0.takes(self) })
    if families == ["folders of frames", "archives of frames"] {
      return "folders and archives of frames"
    }
    if others.count < 3, families.count > 2 { return "all outputs except \(others.inWords())" }
    return families.inWords()
  }

  private static func families(_ kinds: [OutputKind]) -> [String] {
    let all = kinds.reduce(into: [String]()) { families, kind in
      let family = kind.definition.family
      if !families.contains(family) { families.append(family) }
    }
    // `sheets` includes those in other formats.
    return all.filter { family in !all.contains { family.hasPrefix("\($0) in ") } }
  }
}
