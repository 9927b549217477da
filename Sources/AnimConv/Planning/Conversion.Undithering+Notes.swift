package import Messages
package import Raster

extension Conversion {
  /// Whether an output may differ from its input enough to remove dithering.
  func allowsUndithering(to kind: OutputKind) -> Bool {
    kind.takes(.undithering) && !video.isLossless && image.isLossless != true
      && image.webp != .lossless
  }

  /// The note about the request and its result.
  func notesOfUndithering(to kind: OutputKind, _ shaping: ShapingPlan) -> [ConversionMessage] {
    if let dither = shaping.dither {
      return ["\(dither.title) is taken out; \(.undither, case: "off") keeps it"]
    }
    guard undithering == .on, allowsUndithering(to: kind) else { return [] }
    return ["no pixel looks like dither, so \(.undither) changes nothing"]
  }
}

extension Dither {
  /// Its name in messages.
  package var title: String {
    switch pattern {
    case .ordered: "the pattern of an ordered dither"
    case .diffused: "the noise of error diffusion"
    }
  }

  /// The note about dithering that is kept.
  package var noteOfKeeping: ConversionMessage {
    let gain =
      switch pattern {
      case .ordered: "usually saves half of the bytes"
      case .diffused: "saves bytes, mostly where pictures are smooth"
      }
    return
      "the frames have \(title); \(.undither, case: "auto") takes it out, which \(gain)"
  }
}
