/// A group of settings that only some kinds of output take: which, each kind says itself.
package enum OutputFeature: Sendable, Hashable, CaseIterable {
  /// How a video is encoded.
  case encoding
  /// Whether every pixel stays as it is.
  case lossless
  /// Whether dither may be taken out, since pixels change anyway.
  case undithering
  /// How cells lie on a sheet.
  case layout
  /// How hard an animated image is packed.
  case images
  /// How pixels become indices of tables of colours.
  case palettes
  /// How frames become pictures of WebP.
  case webp
  /// How pictures of frames are numbered and stored.
  case pictureFiles
  /// How much may be given up for fewer bytes, from 1 to 100.
  case quality
  /// What pictures, or an imageset, are called.
  case names
  /// What a folder can have and an archive cannot.
  case folders
  /// Whether a run that is interrupted can be gone on with.
  case resuming
  /// How pixels become PNG files, and whether equal frames are stored once.
  case pictures
  /// Data that describes the frames, and pictures of several scales.
  case descriptions
  /// What only an imageset has.
  case imageSets
}

extension OutputFeature {
  /// What people call the outputs that take these settings: `sheets and imagesets`.
  package var title: String {
    let families = Self.families(OutputKind.all.filter { $0.takes(self) })
    let others = Self.families(OutputKind.all.filter { !$0.takes(self) })
    if families == ["folders of frames", "archives of frames"] {
      return "folders and archives of frames"
    }
    if others.count < 3, families.count > 2 { return "all outputs but \(list(others))" }
    return list(families)
  }

  private static func families(_ kinds: [OutputKind]) -> [String] {
    kinds.reduce(into: []) { families, kind in
      let family = kind.definition.family
      if !families.contains(family) { families.append(family) }
    }
  }
}

/// `a, b and c`.
func list(_ words: [String]) -> String {
  words.count < 2
    ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + words.last!
}
