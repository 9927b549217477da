internal import Messages
internal import Stages

/// Formats that animconv recognizes but does not support: they are named, with a way to a supported
/// one.
struct UnreadFormat: Sendable {
  /// The format's name in messages, with an article: `an Ogg file`.
  let title: String
  /// Whether it is a single still image, which could be meant as a frame.
  let isStill: Bool
  private let way: Way
  private let marks: [Mark]

  /// How to convert such a file to a supported format.
  private enum Way {
    /// FFmpeg can copy the video to Matroska losslessly.
    case copying
    /// FFmpeg has no times to copy, or Matroska does not support the codec: FFV1 keeps every pixel.
    case recoding
    /// FFmpeg decodes the image.
    case picture
    /// A program that the user may have to install.
    case command(String)
    case advice(ConversionMessage)
  }

  /// Bytes at an offset.
  private struct Mark: Sendable {
    let offset: Int
    let bytes: [UInt8]

    init(_ bytes: [UInt8], at offset: Int = 0) {
      self.bytes = bytes
      self.offset = offset
    }

    init(_ text: String, at offset: Int = 0) { self.init(Array(text.utf8), at: offset) }

    func matches(_ signature: [UInt8]) -> Bool {
      signature.dropFirst(offset).starts(with: bytes)
    }
  }

  private init(_ title: String, _ way: Way, isStill: Bool = false, _ marks: Mark...) {
    self.title = title
    self.way = way
    self.isStill = isStill
    self.marks = marks
  }

  /// - Parameter signature: the first ``InputFormat/signatureLength`` bytes of a file.
  init?(signature: some Collection<UInt8>) {
    let bytes = Array(signature)
    guard
      let found = Self.all.first(where: { format in
        format.marks.contains { $0.matches(bytes) }
      }) ?? Self.elementary(bytes)
    else { return nil }
    self = found
  }

  /// The error for the user.
  var refusal: ReadingError {
    .otherFormat(title: title, remedy: remedy)
  }

  private var remedy: ConversionMessage {
    switch way {
    case .copying:
      "copy the video to Matroska first: ffmpeg -fflags +genpts -i IN -c copy -an OUT.mkv"
    case .recoding: "convert it to Matroska first: ffmpeg -i IN -c:v ffv1 -an OUT.mkv"
    case .picture: "convert it to PNG first: ffmpeg -i IN -frames:v 1 OUT.png"
    case .command(let command): "convert it first: \(command)"
    case .advice(let advice): advice
    }
  }
}

extension UnreadFormat {
  /// Containers of video.
  ///
  /// Ogg stores times in the codecs' granules, a program stream only in some packets, so FFmpeg
  /// assigns times when it copies them.
  private static let videos = [
    UnreadFormat("Ogg", .copying, Mark("OggS")),
    UnreadFormat("an MPEG program stream", .copying, Mark([0, 0, 1, 0xBA])),
    UnreadFormat(
      "Windows Media (ASF)", .copying,
      Mark([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11])),
    UnreadFormat("MXF", .copying, Mark([0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01])),
    UnreadFormat("IVF", .copying, Mark("DKIF")),
    UnreadFormat("RealMedia", .copying, Mark(".RMF")),
    UnreadFormat("raw DV", .copying, Mark([0x1F, 0x07, 0x00]), Mark([0x1F, 0x07, 0x01])),
    UnreadFormat("an MPEG video stream without a container", .copying, Mark([0, 0, 1, 0xB3])),
    UnreadFormat(
      "a HEIF image sequence", .copying, Mark("ftyphev", at: 4), Mark("ftypmsf1", at: 4)),
    UnreadFormat("NUT", .recoding, Mark("nut/multimedia container")),
    UnreadFormat("Flash (SWF)", .recoding, Mark("FWS"), Mark("CWS"), Mark("ZWS")),
    UnreadFormat("MNG", .advice(exporting), Mark([0x8A, 0x4D, 0x4E, 0x47])),
    UnreadFormat(
      "a FLIC animation", .recoding, Mark([0x11, 0xAF], at: 4), Mark([0x12, 0xAF], at: 4)),
  ]

  /// Still images that FFmpeg decodes.
  private static let stills = [
    UnreadFormat("Radiance HDR", .picture, isStill: true, Mark("#?RADIANCE"), Mark("#?RGBE")),
    UnreadFormat("an icon (ICO)", .picture, Mark([0, 0, 1, 0])),
  ]

  /// Documents of programs, and drawings.
  private static let documents = [
    UnreadFormat("a GIMP document", .advice(exporting), Mark("gimp xcf ")),
    UnreadFormat("a Blender document", .advice(exporting), Mark("BLENDER")),
    UnreadFormat("a PDF", .command("pdftoppm -png IN frame"), Mark("%PDF-")),
    UnreadFormat("an SVG", .command("rsvg-convert IN -o OUT.png"), Mark("<svg")),
    UnreadFormat("an animated cursor (ANI)", .advice(exporting), Mark("ACON", at: 8)),
    UnreadFormat("a 7z archive", .advice(unpacking), Mark([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C])),
    UnreadFormat("a RAR archive", .advice(unpacking), Mark("Rar!")),
    UnreadFormat("a tar archive", .advice(unpacking), Mark("ustar", at: 257)),
  ]

  private static let all = videos + stills + documents

  private static let exporting: ConversionMessage =
    "export it as numbered PNG files with the program that made it, and give their folder"
  private static let unpacking: ConversionMessage = "unpack it and give the folder of the frames"

  /// A start code and the first unit of H.264 (ITU-T H.264, 7.4.1: a parameter set or a delimiter)
  /// or HEVC (ITU-T H.265, 7.4.2.2).
  private static func elementary(_ bytes: [UInt8]) -> UnreadFormat? {
    let zeros = bytes.prefix { $0 == 0 }.count
    guard zeros == 2 || zeros == 3, bytes.count > zeros + 2, bytes[zeros] == 1 else { return nil }
    let (unit, next) = (bytes[zeros + 1], bytes[zeros + 2])
    if [0x40, 0x42, 0x44, 0x46].contains(unit), next == 1 {
      return UnreadFormat("raw HEVC without a container", .recoding)
    }
    guard [7, 9].contains(unit & 0x1F), unit & 0x80 == 0 else { return nil }
    return UnreadFormat("raw H.264 without a container", .recoding)
  }
}
