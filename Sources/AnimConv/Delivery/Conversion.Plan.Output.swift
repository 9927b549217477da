public import Raster
internal import SystemPackage
package import Writing

extension Conversion.Plan {
  /// One file, or folder, of a conversion's output.
  public struct Output: Sendable {
    /// The kind of content.
    public enum Content: String, Sendable {
      /// The image, its colour, or the whole output.
      case picture
      /// The alpha of the image as grey, in a separate file.
      case alpha
      /// A page of a sheet.
      case page
      /// The description of a sheet.
      case data
      /// A folder of frames.
      case folder
      /// An archive of frames.
      case archive
      /// Numbered images in a folder that may hold other files.
      case pictures
    }

    /// Where it goes.
    public let output: AnimationOutput
    /// The kind of content.
    public let content: Content
    /// In pixels; nil for data.
    public let size: PixelSize?
    /// The name of the format for people: `MP4`, `PNG`, `Aseprite JSON`.
    public let format: String
    /// The encoding; nil unless it is a video.
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
}

extension Conversion.Plan.Output {
  /// Nil unless it is on disk.
  var path: FilePath? { if case .file(let path) = output { path } else { nil } }
}
