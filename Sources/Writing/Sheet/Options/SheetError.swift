package import Atlases
package import Messages
package import Raster
package import Stages
package import SystemPackage
internal import TextFormats

/// Why frames cannot become the requested sheet.
package enum SheetError: Error, Sendable, Hashable {
  /// A cell with its margins exceeds the largest page.
  case cellTooLarge(size: PixelSize, around: Int, allowed: Int)
  /// A number is out of range.
  case outOfRange(setting: SettingName, value: Int, allowed: ClosedRange<Int>)
  /// A scale is repeated or missing.
  case scales([Int])
  /// Two settings contradict each other.
  case conflict(ConversionMessage, ConversionMessage)
  /// Cells are too small for times.
  case noRoomForLabels(PixelSize)
  /// The label font's file is not a scalable font.
  case font(FilePath)
  /// The label font's file does not exist.
  case fontNotFound(FilePath)
  /// The font library cannot be opened, for this reason.
  case fontLibrary(String)
  /// Data cannot name the image.
  case nameIsNoText
  /// The format of the pages has a smaller limit.
  case pageTooLarge(PixelSize, SheetWritingOptions.PageFormat, allowed: Int)
  /// The program that reads the data does not open such pages.
  case unopened(SheetWritingOptions.PageFormat, by: AtlasDataFormat)
  /// There are more pages than usual for data formats and file systems.
  case tooManyPages(allowed: Int)
  /// The name specifies a row with a number of frames that the sheet does not have.
  case strip(name: String, count: Int, StripFault)

  /// Why a sheet is not the strip that its name specifies.
  package enum StripFault: Sendable, Hashable {
    /// Another number of cells.
    case count(Int)
    /// Cells are not in a row.
    case layout
    /// There are pixels around cells.
    case gaps
    /// The row is longer than a page.
    case pages(width: Int)
  }
}

extension SheetError: StageFailure {
  package var stage: ConversionStage { .planning }
  package var kind: FailureKind {
    switch self {
    case .fontLibrary: .unavailable
    case .fontNotFound: .missingInput
    default: .usage
    }
  }
  package var frame: Int? { nil }

  package var reason: ConversionMessage {
    switch self {
    case .cellTooLarge(let size, let around, let allowed):
      "a cell of \(size)\(around > 0 ? " with \(around) pixels around it" : "") does not fit on a "
        + "page of \(allowed)x\(allowed)"
    case .outOfRange(let name, let value, let allowed):
      "expected \(allowed.lowerBound) to \(allowed.upperBound) for \(name), but got "
        + "\(value)"
    case .scales(let scales):
      "expected different scales from 1 to 8, but got "
        + "\(scales.isEmpty ? "none" : scales.map(String.init).joined(separator: ","))"
    case .conflict(let setting, let other): "\(setting) and \(other) cannot be used together"
    case .noRoomForLabels(let size): "frames of \(size) are too small for \(.labels)"
    case .font(let path):
      "\(.labelFont) needs the file of a scalable font (TrueType, OpenType) with 0 to 9, ':', "
        + "'.', '#' and a space in usual sizes, and \(path.string) is not one"
    case .fontNotFound(let path): "there is no file \(path.string) for \(.labelFont)"
    case .fontLibrary(let reason):
      "\(.labelFont) needs FreeType, which cannot be opened (\(reason))"
    case .pageTooLarge(let size, let format, let allowed):
      "a page in \(format.title) has at most \(allowed) pixels on a side, not \(size)"
    case .unopened(let format, let data):
      "\(data.title) is for programs that do not open \(format.title)"
    case .nameIsNoText: "data cannot name a picture whose name is not UTF-8"
    case .strip(let name, let count, let fault):
      "the name \(quoted(name)) stands for \(count) frames in a row, but \(fault.text)"
    case .tooManyPages(let allowed):
      "the frames need more than \(allowed) pages, which are the most that are allowed"
    }
  }

  /// How to make room for a cell of this size.
  private static func roomy(_ side: Int) -> ConversionMessage {
    let smaller: ConversionMessage = "make the frames smaller with \(.scale)"
    let largest = SheetWritingOptions.largestMaxSize
    return side <= largest
      ? "use \(.maxSize, min(side.nextPowerOfTwo, largest)), or \(smaller)" : smaller
  }

  package var remedy: ConversionMessage? {
    switch self {
    case .cellTooLarge(let size, let around, _):
      Self.roomy(max(size.width, size.height) + around)
    case .strip(_, _, .count(1)): "choose a name without _strip"
    case .strip(_, _, .count(let cells)): "end the output's name in _strip\(cells)"
    case .strip(_, _, .layout): "use \(.layout, case: "row")"
    case .strip(_, _, .gaps):
      "leave out \(.padding), \(.border), \(.extrude) and \(.powerOfTwo)"
    case .strip(_, _, .pages(let width)): Self.roomy(width)
    case .tooManyPages:
      "raise \(.maxSize), up to \(SheetWritingOptions.largestMaxSize), or make the "
        + "frames smaller with \(.scale)"
    case .pageTooLarge(_, _, let allowed): "use \(.maxSize, allowed), or PNG"
    case .unopened: "end the output's name in .png, and leave out \(.container)"
    case .nameIsNoText:
      "choose another name for the output, or use "
        + "\(.data, "none", swift: "[]")"
    case .font, .fontNotFound: "\(.labelFont, case: "dots") needs no file"
    case .fontLibrary:
      "install \(SheetWritingOptions.LabelFont.libraryName) (Debian, Ubuntu: apt install libfreetype6), or use "
        + "\(.labelFont, case: "dots")"
    default: nil
    }
  }
}

extension SheetError.StripFault {
  fileprivate var text: String {
    switch self {
    case .count(let cells): "the sheet has \(cells) \(cells == 1 ? "cell" : "cells")"
    case .layout: "the cells of the sheet have another layout"
    case .gaps: "the sheet has space around its cells"
    case .pages: "a page is too short for all of them"
    }
  }
}

extension SheetWritingOptions {
  /// The longest allowed side of a page in pixels.
  public static let largestMaxSize = 65_535
  /// The largest number of pages in one sheet: as many as can be read.
  public static let maxPages = 256
}

extension DecidedSheetOptions {
  /// - Throws: ``SheetError``.
  package func check() throws {
    try checkNumbers()
    if columns != nil, layout != .grid {
      throw SheetError.conflict("\(.columns)", layout.setting)
    }
    if hasLabels, trims {
      throw SheetError.conflict("\(.labels)", "\(.trim)")
    }
    if hasLabels, mergesDuplicates {
      throw SheetError.conflict("\(.labels)", "\(.mergeDuplicates)")
    }
    if hasHead, layout == .packed {
      throw SheetError.conflict("\(.labelHead)", layout.setting)
    }
    if hasHead, scales != [1] {
      throw SheetError.conflict("\(.labelHead)", "\(.scales)")
    }
    if allowsRotation, layout != .packed {
      throw SheetError.conflict("\(.rotate)", layout.setting)
    }
  }

  /// Within these limits no computation overflows.
  ///
  /// - Throws: ``SheetError/outOfRange(setting:value:allowed:)``, ``SheetError/scales(_:)``.
  package func checkNumbers() throws {
    func check(_ setting: SettingName, _ value: Int, _ allowed: ClosedRange<Int>) throws {
      if !(allowed ~= value) {
        throw SheetError.outOfRange(setting: setting, value: value, allowed: allowed)
      }
    }
    try check(.maxSize, maxSize, 1...SheetWritingOptions.largestMaxSize)
    try check(.padding, padding, 0...1024)
    try check(.border, border, 0...1024)
    try check(.extrude, extrude, 0...64)
    if let columns { try check(.columns, columns, 1...SheetWritingOptions.largestMaxSize) }
    guard !scales.isEmpty, Set(scales).count == scales.count,
      scales.allSatisfy({ 1...8 ~= $0 })
    else { throw SheetError.scales(scales) }
  }
}

extension SheetWritingOptions.Layout {
  /// The setting that selects it.
  fileprivate var setting: ConversionMessage { "\(.layout, case: rawValue)" }
}
