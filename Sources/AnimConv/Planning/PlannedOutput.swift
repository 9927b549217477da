public import Raster
internal import SystemPackage
package import Writing

/// One file, or folder, that a conversion writes.
public struct PlannedOutput: Sendable {
  /// What is in it.
  public enum Content: String, Sendable {
    /// The picture, its colour, or everything there is.
    case picture
    /// The alpha of the picture in another file, as grey.
    case alpha
    /// A page of a sheet.
    case page
    /// The description of a sheet.
    case data
    /// A folder of frames.
    case folder
    /// An archive of frames.
    case archive
    /// Numbered pictures in a folder that may hold other files.
    case pictures
  }

  /// Where it goes.
  public let output: AnimationOutput
  /// What is in it.
  public let content: Content
  /// In pixels; nil for data.
  public let size: PixelSize?
  /// What people call what is in it: `MP4`, `PNG`, `Aseprite JSON`.
  public let format: String
  /// How it is encoded; nil for what is no video.
  package let encoding: VideoEncoding?

  init(
    output: AnimationOutput, content: Content, size: PixelSize?, format: String,
    encoding: VideoEncoding? = nil
  ) {
    self.output = output
    self.content = content
    self.size = size
    self.format = format
    self.encoding = encoding
  }
}

extension PlannedOutput {
  /// Nil for what is not on the disk.
  var path: FilePath? { if case .file(let path) = output { path } else { nil } }
}

/// One file, or folder, that was written and read back.
public struct WrittenOutput: Sendable {
  /// What was planned.
  public let planned: PlannedOutput
  /// The frames of the animation in it; data describes all of them.
  public let frameCount: Int
  /// Bytes of the file, or of all files in the folder.
  public let byteCount: Int64
  /// What was found in a video; nil for other outputs, which were compared frame by frame.
  package let readBack: VideoReadBack?
}
