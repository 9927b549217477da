internal import Writing

/// A folder of pages and texts.
struct PageFolder: Sendable {
  let sheets: [SheetPlan.Sheet]
  /// The path in the folder of every page, sheet by sheet.
  let pages: [String]
  /// The paths of folders in it.
  let folders: [String]
  /// Every text by its path in the folder.
  var texts: [(name: String, bytes: [UInt8])] = []
  let png: PNGWritingOptions
  var pictures = SheetPictures()
}
