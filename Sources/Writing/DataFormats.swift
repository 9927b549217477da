package import Atlases

/// Formats in which frames are described, by their names.
package struct DataFormats: Sendable, Hashable {
  /// Those that describe a sheet, in the order of the names.
  package var ofSheets: [AtlasDataFormat] = []
  /// Those that list frames in files of their own.
  package var ofFrames: [FrameListFormat] = []

  /// The names of all formats of sheets, with commas.
  package static var namesOfSheets: String {
    AtlasDataFormat.allCases.filter(\.describesSheets).map(\.rawValue).joined(separator: ", ")
  }
  /// The names of all lists of frames, with commas.
  package static var namesOfFrames: String {
    FrameListFormat.allCases.map(\.rawValue).joined(separator: ", ")
  }

  /// - Parameter text: names with commas between them, or `none`.
  package init?(parsing text: String) {
    if text == "none" { return }
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      if let format = AtlasDataFormat(rawValue: String(name)), format.describesSheets {
        ofSheets.append(format)
      } else if let format = FrameListFormat(rawValue: String(name)) {
        ofFrames.append(format)
      } else {
        return nil
      }
    }
  }
}

extension AtlasDataFormat {
  /// Whether frames may share a picture.
  fileprivate var describesSheets: Bool { capabilities.pages != .eachFrame }
}
