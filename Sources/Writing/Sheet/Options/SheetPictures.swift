package import Atlases
internal import Messages
package import Raster
internal import Stages

/// The file format of a sheet's pages.
package struct SheetPictures: Sendable, Hashable {
  package var format = SheetWritingOptions.PageFormat.png
  /// From 1, small, to 100; nil for the default of the format. WebP is exact without it.
  package var quality: Int?
  /// The colour of pages between cells in a format without transparency.
  package var matte = RGBColor.white

  package init() {}

  /// The default quality of a JPEG: storyboards are small pictures of films.
  package static let defaultJPEGQuality = 80

  /// Whether every pixel is stored exactly.
  package var isExact: Bool { format == .png || format == .webp && quality == nil }

  /// The longest side of a page in pixels.
  package var maxSide: Int {
    switch format {
    case .png: .max
    case .jpeg: JPEGPicture.maxSide
    case .webp: WebPPicture.maxSide
    case .avif: 65_535
    }
  }

  /// Whether chroma may be stored for blocks of 2 x 2 pixels, which can extend from one cell into
  /// the next unless all places and sides are even.
  package var sharesChroma: Bool {
    switch format {
    case .png: false
    case .jpeg: (quality ?? Self.defaultJPEGQuality) < 90
    case .webp: quality != nil
    case .avif: true
    }
  }

  /// The quality, with its default; nil if pages are exact.
  package var wantedQuality: Int? {
    switch format {
    case .png: nil
    case .jpeg: quality ?? Self.defaultJPEGQuality
    case .webp: quality
    case .avif: quality ?? AVIFPicture.defaultQuality
    }
  }

  /// A whole page as the bytes of a file.
  ///
  /// - Parameter hasFullChroma: whether each pixel needs its own chroma. WebP cannot.
  /// - Throws: ``WritingError``.
  func encode(_ page: PixelBuffer, hasFullChroma: Bool) throws -> [UInt8] {
    let quality = wantedQuality ?? 100
    return switch format {
    case .png: try PNGPicture.encode(page, options: PNGWritingOptions())
    case .jpeg: try JPEGPicture.encode(page, quality: quality, hasFullChroma: hasFullChroma)
    case .webp: try WebPPicture.encode(page, quality: wantedQuality)
    case .avif: try AVIFPicture.encode(page, quality: quality, hasFullChroma: hasFullChroma)
    }
  }
}

extension SheetPictures {
  /// Refuses options that apply only to PNG, and data whose program does not open such pictures.
  ///
  /// - Throws: ``SheetError``.
  package func check(_ options: DecidedSheetOptions) throws {
    if format == .png { return }
    let name = ConversionMessage(format.title)
    if options.png.isOptimized { throw SheetError.conflict("\(.optimize)", name) }
    if options.png.level != PNGWritingOptions().level {
      throw SheetError.conflict("\(.pngLevel)", name)
    }
    if let quality, !(1...100 ~= quality) {
      throw SheetError.outOfRange(setting: .quality, value: quality, allowed: 1...100)
    }
    if let data = options.data.first(where: { !$0.opens(format) }) {
      throw SheetError.unopened(format, by: data)
    }
  }

  /// Refuses pages that the format cannot hold.
  ///
  /// - Throws: ``SheetError``.
  package func check(_ pages: [PixelSize]) throws {
    guard let page = pages.first(where: { max($0.width, $0.height) > maxSide }) else { return }
    throw SheetError.pageTooLarge(page, format, allowed: maxSide)
  }
}

extension AtlasDataFormat {
  /// Whether the program that reads this format opens pictures of a format: Starling's textures are
  /// PNG, JPEG or compressed for graphics cards, libGDX and Unity import PNG and JPEG, Cocos2d,
  /// Godot, YYImage and Tiled WebP, too, and Minecraft only PNG. Browsers and generic descriptions
  /// support all formats.
  package func opens(_ format: SheetWritingOptions.PageFormat) -> Bool {
    switch self {
    case .aseprite, .asepriteArray, .asepriteNumbers, .texturePacker, .texturePackerArray, .pixi,
      .phaser, .css, .webvtt:
      true
    case .starling, .libgdx, .unity: format == .png || format == .jpeg
    case .cocos, .godot, .yysprite, .tiled, .tiledJSON: format != .avif
    case .minecraft: format == .png
    case .android: format != .avif
    }
  }
}
