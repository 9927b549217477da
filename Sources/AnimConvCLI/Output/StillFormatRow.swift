internal import AnimConv

/// A still format that is read, and its supported variants.
struct StillFormatRow: Encodable {
  let format: String
  /// The library that decodes it.
  let library: String
  /// Bits of a sample that are kept, and variants.
  let depths: String
  /// Whether it can be read here.
  let available: Bool

  var text: String {
    "\(available ? "yes" : "NO ") \(format): \(depths) (\(library))"
  }

  /// Every format, in the order of ``InputFormat/all``.
  static var all: [StillFormatRow] {
    InputFormat.all.compactMap { format in
      format.decoder.map {
        StillFormatRow(
          format: format.kind.format, library: $0.library, depths: $0.depths,
          available: $0.isAvailable)
      }
    }
  }
}

extension OptionalLibrary {
  /// Every library of this kind.
  static var all: [OptionalLibrary] { ofReading + ofWriting }
}
