/// The kind of an input, decided by its first bytes and never by its name alone.
public enum SourceKind: String, Hashable, Sendable, CaseIterable {
  /// GIF87a or GIF89a.
  case gif
  /// A still PNG.
  case png
  /// A PNG with an animation. Its first bytes are those of any PNG; only the survey shows the
  /// animation.
  case apng
  /// A still JPEG.
  case jpeg
  /// TIFF or BigTIFF; each page is a frame.
  case tiff
  /// A Windows bitmap.
  case bmp
  /// Truevision's TGA. It has no signature, so its header must be plausible.
  case targa = "tga"
  /// The Quite OK Image Format.
  case qoi
  /// PBM, PGM, PPM, PAM or PFM.
  case netpbm
  /// ZSoft's PCX.
  case pcx
  /// A picture of Silicon Graphics.
  case sgi
  /// JPEG 2000, in boxes or as a bare codestream.
  case jpeg2000
  /// A surface of DirectDraw.
  case dds
  /// A Photoshop document; its merged picture is read.
  case psd
  /// OpenEXR: floating-point light.
  case openEXR = "exr"
  /// Digital Picture Exchange, as film scanners write it.
  case dpx
  /// A WebP, animated or still.
  case webp
  /// A still AVIF, or an animation in one.
  case avif
  /// A JPEG XL, animated or still.
  case jxl
  /// A file of the editor Aseprite: layers, tags and frames. Aseprite's exports are atlases
  /// instead.
  case aseprite
  /// A document of the editor Pixelorama: layers, tags and frames. Its first bytes are those of any zip
  /// archive.
  case pixelorama
  /// MP4, MOV, Matroska, WebM, AVI, MPEG-TS, FLV or Y4M.
  case video
  /// Picture files in a folder, by a pattern, by a list or in imagesets.
  case frameFolder = "folder"
  /// Picture files in a zip archive, as in ugoira.
  case ugoira
  /// A picture to cut into equal cells. Its first bytes are those of any picture.
  case sheet
  /// A description of frames on sheets. Recognised by its text, not by single bytes.
  case atlas
  /// Frames of a program's own ``FrameSource``.
  case custom
  /// Several inputs of any kinds, each an animation of its own.
  case animations

  /// The kinds of files and folders.
  static let readable = allCases.filter { $0 != .custom && $0 != .animations }

  /// Whether its frames have their own times, so that a constant rate samples them.
  package var hasTimes: Bool {
    switch self {
    case .png, .jpeg, .frameFolder, .ugoira, .sheet, .atlas: false
    default: !Self.codedPictures.contains(self)
    }
  }
}
