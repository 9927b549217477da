internal import Messages

/// The forms of input that settings distinguish.
package struct InputForms: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Formats that declare their own frames: GIF, APNG, WebP and videos.
  package static let animations = InputForms(rawValue: 1)
  /// An image that is not cut.
  package static let stills = InputForms(rawValue: 2)
  /// An image that is cut into equal cells.
  package static let sheets = InputForms(rawValue: 4)
  /// A description of frames on sheets.
  package static let atlases = InputForms(rawValue: 8)
  /// Separate image files.
  package static let pictureFiles = InputForms(rawValue: 16)
  /// Imagesets, which can be cut and have images at several scales.
  package static let imageSets = InputForms(rawValue: 32)
  /// Videos, which are also animations.
  package static let videos = InputForms(rawValue: 64)
  /// Files of Aseprite, Pixelorama and Lottie, which are also animations.
  package static let aseprite = InputForms(rawValue: 128)
  /// Files of Aseprite only, whose layers and slices can be selected.
  package static let layers = InputForms(rawValue: 256)
  package static let all: InputForms = [
    .animations, .stills, .sheets, .atlases, .pictureFiles, .imageSets, .videos, .aseprite, .layers,
  ]
}

extension InputForms {
  /// Their name in messages: `sheets and still pictures`.
  package var title: String {
    let named: [(InputForms, String)] = [
      (.animations, "animations"), (.sheets, "sheets"), (.stills, "still pictures"),
      (.atlases, "atlases"), (.aseprite, "files of Aseprite, Pixelorama and Lottie"),
      (.pictureFiles, "folders, lists and archives of pictures"),
      (.layers, "files of Aseprite"), (.imageSets, "imagesets"), (.videos, "videos"),
    ]
    return named.filter { contains($0.0) }.map(\.1).inWords()
  }
}
