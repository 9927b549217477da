internal import CLCMS
internal import Stages
internal import Threads

/// The handling of the colours that an image file describes.
struct PictureColors: Sendable {
  /// Nil if pixels are sRGB, or are treated as such.
  var conversion: ColorConversion?
  /// Notes for users.
  var warning: ReadingWarning?

  /// Nothing.
  static let standard = PictureColors()

  private init(conversion: ColorConversion? = nil, warning: ReadingWarning? = nil) {
    self.conversion = conversion
    self.warning = warning
  }

  /// Finds the conversion, first among those of earlier images, because frame files mostly share
  /// one profile.
  init(_ description: ColorDescription?, for samples: ColorConversion.Samples) {
    guard let description else { return }
    self = Self.known.withLock { known in
      if let index = known.firstIndex(where: { $0.0 == description && $0.1 == samples }) {
        let found = known.remove(at: index)
        known.append(found)
        return found.2
      }
      let made = Self.make(description, samples)
      if known.count == Self.mostKnown { known.removeFirst() }
      known.append((description, samples, made))
      return made
    }
  }

  private static let mostKnown = 4
  /// The last used conversions, the latest at the end.
  private static let known = GuardedState<
    [(ColorDescription, ColorConversion.Samples, PictureColors)]
  >([])

  private static func make(
    _ description: ColorDescription, _ samples: ColorConversion.Samples
  ) -> PictureColors {
    switch ColorConversion.find(description, for: samples) {
    case .standard: standard
    case .converted(let conversion): PictureColors(conversion: conversion)
    case .unfit:
      PictureColors(
        warning: ReadingWarning(
          kind: .nonconforming,
          detail: "\(description.name) does not match the samples of the picture; ignored"))
    case .unknown:
      PictureColors(
        warning: ReadingWarning(
          kind: .colorProfile,
          detail: "the colours are in \(description.name), which animconv does not convert; they "
            + "are treated as sRGB"))
    case .missing(let reason):
      PictureColors(
        warning: ReadingWarning(
          kind: .colorProfile,
          detail: "the colours are in \(description.name), but are treated as sRGB, because "
            + "Little CMS cannot be opened (\(reason)); install \(String(cString: clcms_file_name())) "
            + "(Debian, Ubuntu: apt install liblcms2-2)"))
    }
  }
}
