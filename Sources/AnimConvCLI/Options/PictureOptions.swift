internal import AnimConv
internal import ArgumentParser

/// What sheets and frames in files of their own have in common.
struct PictureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      What to describe the frames in, several with commas, or none. For a sheet: \
      \(DataNames.ofSheets). For a folder: \(DataNames.ofFolders). Default: aseprite, timing.
      """, valueName: "format"),
    transform: parsing("names of formats, or none") { DataNames(parsing: $0) })
  var data: DataNames?

  @Flag(help: "Store equal frames once.")
  var mergeDuplicates = false

  @Option(
    help: ArgumentHelp(
      "Compression of PNG, from 0 (none, fast) to 9 (small, slow). Default: 1.", valueName: "n"))
  var pngLevel: Int?

  func validate() throws {
    if let pngLevel, !(0...9 ~= pngLevel) {
      throw ValidationError("expected 0 to 9 for --png-level but got \(pngLevel)")
    }
  }

  var png: PNGWritingOptions {
    var options = PNGWritingOptions()
    if let pngLevel { options.level = pngLevel }
    return options
  }

  /// Throws when the formats do not suit the output.
  func check(_ kind: OutputKind) throws {
    guard let data else { return }
    switch kind {
    case .sheet:
      guard data.lists.isEmpty else {
        throw ValidationError(
          "expected \(DataNames.ofSheets) for --data of a sheet but got \(data.lists[0].rawValue)")
      }
    case .frameFolder:
      guard data.sheets.isEmpty else {
        throw ValidationError(
          "expected \(DataNames.ofFolders) for --data of a folder but got "
            + data.sheets[0].rawValue)
      }
    case .video, .ugoira:
      throw ValidationError("--data goes with a sheet or a folder of frames")
    }
  }
}

/// Formats by their names.
struct DataNames: Sendable, Hashable {
  var sheets: [AtlasDataFormat] = []
  var lists: [FrameListFormat] = []

  static var ofSheets: String {
    AtlasDataFormat.allCases.map(\.rawValue).joined(separator: ", ")
  }
  static var ofFolders: String {
    FrameListFormat.allCases.map(\.rawValue).joined(separator: ", ")
  }

  init?(parsing text: String) {
    if text == "none" { return }
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      if let format = AtlasDataFormat(rawValue: String(name)) {
        sheets.append(format)
      } else if let format = FrameListFormat(rawValue: String(name)) {
        lists.append(format)
      } else {
        return nil
      }
    }
  }
}
