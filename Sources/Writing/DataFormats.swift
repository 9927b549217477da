package import Atlases

/// Data formats of frames, by name.
package struct DataFormats: Sendable, Hashable {
  /// Formats for sheets, in the order of the names.
  package var ofSheets: [AtlasDataFormat] = []
  /// Formats for separate frame files.
  package var ofFrames: [FrameFilesOptions.ListFormat] = []

  /// The names of all sheet formats, separated by commas.
  package static var namesOfSheets: String {
    AtlasDataFormat.allCases.filter(\.describesSheets).map(\.rawValue).joined(separator: ", ")
  }
  /// The names of all frame lists, separated by commas.
  package static var namesOfFrames: String {
    FrameFilesOptions.ListFormat.allCases.map(\.rawValue).joined(separator: ", ")
  }

  /// - Parameter text: names separated by commas, or `none`.
  package init?(parsing text: String) {
    if text == "none" { return }
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      if let format = AtlasDataFormat(rawValue: String(name)), format.describesSheets {
        ofSheets.append(format)
      } else if let format = FrameFilesOptions.ListFormat(rawValue: String(name)) {
        ofFrames.append(format)
      } else {
        return nil
      }
    }
  }
}

extension AtlasDataFormat {
  /// Whether frames may share an image.
  fileprivate var describesSheets: Bool { capabilities.pages != .eachFrame }
}
