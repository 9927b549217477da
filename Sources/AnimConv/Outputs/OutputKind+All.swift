public import Writing

extension OutputKind {
  /// Every kind that a name or an extension can select, in the order of messages.
  public static let all: [OutputKind] =
    VideoContainer.allCases.map(video)
    + [
      gif, apng, webp, avif, jxl, jpeg, tiff, rgba, y4m, sheet, frameFolder, numberedFrames, ugoira,
      imageSet,
    ]
    + [SheetWritingOptions.PageFormat.jpeg, .webp, .avif].map(sheet)
    + [trickplay, bif]

  /// A video file.
  public static func video(_ container: VideoContainer) -> OutputKind {
    OutputKind(VideoOutput(container: container))
  }

  /// An AVIF, animated or still.
  public static let avif = OutputKind(AVIFOutput())

  /// An animated PNG.
  public static let apng = OutputKind(APNGOutput())

  /// A GIF.
  public static let gif = OutputKind(GIFOutput())

  /// A WebP: animated, or still with one frame.
  public static let webp = OutputKind(WebPOutput())

  /// A JPEG XL: animated, or still with one frame.
  public static let jxl = OutputKind(JXLOutput())

  /// A JPEG, which holds one frame.
  public static let jpeg = OutputKind(JPEGOutput())

  /// A TIFF with a page for each frame.
  public static let tiff = OutputKind(TIFFOutput())

  /// Uncompressed RGBA of 8 bits a sample at a constant rate, for a pipe to another tool.
  public static let rgba = OutputKind(RawVideoOutput(format: .rgba))

  /// Uncompressed YUV 4:2:0 at a constant rate, for a pipe to another tool.
  public static let y4m = OutputKind(RawVideoOutput(format: .y4m))

  /// A sheet of one or more pages, with every frame in its own cell, and data files.
  public static let sheet = OutputKind(SheetOutput(format: .png))

  /// A sheet whose pages are pictures of this format; PNG is ``sheet``.
  public static func sheet(_ format: SheetWritingOptions.PageFormat) -> OutputKind {
    OutputKind(SheetOutput(format: format))
  }

  /// A folder with an image for each frame, and a list of their times.
  public static let frameFolder = OutputKind(FrameFolderOutput())

  /// Numbered images in a folder that may hold other files: `frame_%04d.png`.
  public static let numberedFrames = OutputKind(NumberedFramesOutput())

  /// The record of frames without images, selected by ``FrameFilesOptions/writesPictures``.
  public static let frameRecord = OutputKind(FrameRecordOutput())

  /// An Apple imageset, or a catalog of them, with a column of frames for each scale.
  public static let imageSet = OutputKind(ImageSetOutput())

  /// A zip archive of frames with their times, like ugoira archives.
  public static let ugoira = OutputKind(UgoiraOutput())

  /// A folder of thumbnails for Jellyfin: pages of 10 x 10, as JPEGs.
  public static let trickplay = OutputKind(TrickplayOutput())

  /// Thumbnails in one file for Roku and others: an index of JPEGs.
  public static let bif = OutputKind(BIFOutput())

  /// The container of a video; nil for other kinds.
  public var container: VideoContainer? { (definition as? VideoOutput)?.container }
}
