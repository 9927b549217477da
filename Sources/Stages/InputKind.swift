/// The kind of an input, decided by its first bytes and never by its name alone.
///
/// Everything that is known about a kind without reading a file is in its entry here; its
/// `InputFormat` in the folder of its reader recognizes and opens it.
public struct InputKind: Sendable {
  /// The word for this kind in JSON: `gif`, `folder`.
  public let name: String
  /// The name of such an input in messages, with an article: `a GIF`.
  package let title: String
  /// The name of the format in messages, without an article: `JPEG XL`.
  package let format: String
  /// The name of such an output in presets.
  package let container: String
  /// The extensions of pictures of this kind, in lower case without the dot.
  package let extensions: [String]
  /// The media type of files that browsers show; nil for others.
  package let mediaType: String?
  private let forms: InputForms
  private let formsOfOneFrame: InputForms

  /// - Parameters:
  ///   - format: the title without its article if nil.
  ///   - forms: the forms of an input with several frames.
  ///   - one: the forms of an input with one frame; the same if nil.
  ///   - container: the name if nil.
  private init(
    _ name: String, _ title: String, format: String? = nil, _ forms: InputForms,
    ofOneFrame one: InputForms? = nil, extensions: [String] = [], mediaType: String? = nil,
    container: String? = nil
  ) {
    self.name = name
    self.title = title
    self.forms = forms
    self.extensions = extensions
    self.mediaType = mediaType
    self.format = format ?? Self.withoutArticle(title)
    self.container = container ?? name
    formsOfOneFrame = one ?? forms
  }

  /// A still picture; several pages in one file are separate pictures.
  private static func still(
    _ name: String, _ title: String, format: String? = nil, _ extensions: String...,
    mediaType: String? = nil
  ) -> InputKind {
    InputKind(
      name, title, format: format, .pictureFiles, ofOneFrame: .stills, extensions: extensions,
      mediaType: mediaType)
  }
}

extension InputKind {
  /// GIF87a or GIF89a.
  public static let gif = InputKind(
    "gif", "a GIF", .animations, ofOneFrame: [.animations, .stills], extensions: ["gif"],
    mediaType: "image/gif")
  /// A still PNG.
  public static let png = still(
    "png", "a PNG", "png", "apng", mediaType: "image/png")
  /// A PNG with an animation. Its first bytes are those of any PNG; only the survey shows the
  /// animation.
  public static let apng = InputKind("apng", "an APNG", .animations, mediaType: "image/png")
  /// A still JPEG.
  public static let jpeg = still(
    "jpeg", "a JPEG", "jpg", "jpeg", "jpe", "jfif", mediaType: "image/jpeg")
  /// TIFF or BigTIFF; each page is a frame.
  public static let tiff = still("tiff", "a TIFF", "tif", "tiff")
  /// A Windows bitmap.
  public static let bmp = still("bmp", "a BMP", "bmp", "dib")
  /// Truevision's TGA. It has no signature, so its header must be plausible.
  public static let targa = still("tga", "a Targa", "tga", "targa", "icb", "vda", "vst")
  /// The Quite OK Image Format.
  public static let qoi = still("qoi", "a QOI picture", format: "QOI", "qoi")
  /// PBM, PGM, PPM, PAM or PFM.
  public static let netpbm = still(
    "netpbm", "a Netpbm picture", format: "Netpbm", "pbm", "pgm", "ppm", "pnm", "pam", "pfm")
  /// ZSoft's PCX.
  public static let pcx = still("pcx", "a PCX", "pcx")
  /// A picture of Silicon Graphics.
  public static let sgi = still("sgi", "an SGI picture", format: "SGI", "sgi")
  /// JPEG 2000, in boxes or as a bare codestream.
  public static let jpeg2000 = still(
    "jpeg2000", "a JPEG 2000", "jp2", "j2k", "j2c", "jpc", "jpf", "jpx")
  /// A surface of DirectDraw.
  public static let dds = still("dds", "a DDS", "dds")
  /// A Photoshop document; its merged picture is read.
  public static let psd = still("psd", "a Photoshop document", "psd")
  /// OpenEXR: floating-point light.
  public static let openEXR = still("exr", "an OpenEXR", "exr")
  /// Digital Picture Exchange, as film scanners write it.
  public static let dpx = still("dpx", "a DPX", "dpx")
  /// A HEIC: a still HEIF whose picture is coded in HEVC.
  public static let heif = still("heif", "a HEIC", "heic", "heif", "hif")
  /// A WebP, animated or still.
  public static let webp = InputKind(
    "webp", "a WebP", .animations, ofOneFrame: [.animations, .stills], extensions: ["webp"],
    mediaType: "image/webp")
  /// A still AVIF, or an animation in one.
  public static let avif = InputKind(
    "avif", "an AVIF", .animations, ofOneFrame: [.animations, .stills], extensions: ["avif"],
    mediaType: "image/avif")
  /// A JPEG XL, animated or still.
  public static let jxl = InputKind(
    "jxl", "a JPEG XL", .animations, ofOneFrame: [.animations, .stills], extensions: ["jxl"])
  /// A file of the editor Aseprite: layers, tags and frames. Aseprite's exports are atlases
  /// instead.
  public static let aseprite = InputKind(
    "aseprite", "an Aseprite file", format: "Aseprite", [.animations, .aseprite, .layers])
  /// A document of the editor Pixelorama: layers, tags and frames. Its first bytes are those of any zip
  /// archive.
  public static let pixelorama = InputKind(
    "pixelorama", "a Pixelorama document", format: "Pixelorama", [.animations, .aseprite])
  /// Lottie: JSON, gzipped like Telegram's stickers, or in a dotLottie archive. Its frames are
  /// drawn, at any size.
  public static let lottie = InputKind(
    "lottie", "a Lottie animation", format: "Lottie", [.animations, .aseprite])
  /// MP4, MOV, Matroska, WebM, AVI, MPEG-TS, FLV or Y4M.
  public static let video = InputKind("video", "a video", [.animations, .videos])
  /// Picture files in a folder, by a pattern, by a list or in imagesets.
  public static let frameFolder = InputKind(
    "folder", "a folder or list of pictures", .pictureFiles, container: "frames")
  /// Picture files in a zip archive, as in ugoira.
  public static let ugoira = InputKind(
    "ugoira", "a ZIP archive", .pictureFiles, container: "zip")
  /// A picture to cut into equal cells. Its first bytes are those of any picture.
  public static let sheet = InputKind("sheet", "a sheet", .sheets, container: "png")
  /// A description of frames on sheets. Recognised by its text, not by single bytes.
  public static let atlas = InputKind("atlas", "an atlas", .atlases)
  /// An edit: clips of other inputs, one after another.
  public static let edit = InputKind("edit", "an edit", .all)
  /// Frames of a program's own ``FrameSource``.
  public static let custom = InputKind("custom", "frames of a program", .all)
  /// Several inputs of any kinds, each an animation of its own.
  public static let animations = InputKind("animations", "several animations", .all)

  /// The kinds of files and folders.
  package static let readable: [InputKind] = [
    gif, png, apng, jpeg, tiff, bmp, targa, qoi, netpbm, pcx, sgi, jpeg2000, dds, psd, openEXR, dpx,
    heif, webp, avif, jxl, aseprite, pixelorama, lottie, video, frameFolder, ugoira, sheet, atlas,
    edit,
  ]
}

extension InputKind: Hashable {
  /// Whether both have the same ``name``.
  public static func == (left: InputKind, right: InputKind) -> Bool { left.name == right.name }

  /// Hashes the ``name``.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension InputKind: CustomStringConvertible {
  /// The ``name``.
  public var description: String { name }
}

extension InputKind {
  /// Whether its frames have their own times, so that a constant rate samples them.
  package var hasTimes: Bool { forms.contains(.animations) }

  /// Whether rates and policies for delays apply to the inputs inside it, so that the times of the
  /// whole are exact.
  package var passesTimesOn: Bool { self == .edit }

  /// Whether it is a picture, or an animation of a format that also holds a picture.
  package var isPicture: Bool { !extensions.isEmpty }

  /// The forms of an input with this number of frames.
  package func forms(frameCount: Int) -> InputForms { frameCount == 1 ? formsOfOneFrame : forms }

  /// ``title`` without its article: `QOI picture`.
  package var noun: String { Self.withoutArticle(title) }

  /// The kind of picture for an extension in lower case.
  package static let ofExtension: [String: InputKind] = Dictionary(
    uniqueKeysWithValues: readable.flatMap { kind in kind.extensions.map { ($0, kind) } })

  private static func withoutArticle(_ title: String) -> String {
    title.split(separator: " ", maxSplits: 1).last.map(String.init) ?? title
  }
}
