/// The containers of video that animconv reads, recognised by their first bytes.
///
/// Each names the demuxer that reads it, so FFmpeg never guesses. Playlists, scripts and protocols
/// are not listed and cannot be reached.
enum VideoFileFormat: String, Sendable, Hashable, CaseIterable {
  case mp4, matroska, avi, mpegTS, m2ts, flv, y4m

  /// The number of leading bytes for ``init(signature:)``: four packets of MPEG-TS.
  static let signatureLength = 4 * 188

  init?(signature: some Collection<UInt8>) {
    let bytes = Array(signature.prefix(Self.signatureLength))
    func text(_ offset: Int, _ count: Int) -> String {
      String(decoding: bytes.dropFirst(offset).prefix(count), as: UTF8.self)
    }
    if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      self = .matroska
    } else if text(0, 4) == "RIFF", text(8, 4) == "AVI " {
      self = .avi
    } else if text(0, 3) == "FLV" {
      self = .flv
    } else if text(0, 10) == "YUV4MPEG2 " {
      self = .y4m
    } else if text(4, 4) == "ftyp" {
      // AVIF and HEIC share the box structure, but are images.
      if ["avif", "avis", "mif1", "msf1"].contains(text(8, 4)) { return nil }
      if ["hei", "hev"].contains(text(8, 3)) { return nil }
      self = .mp4
    } else if ["moov", "mdat", "wide", "free", "skip", "pnot"].contains(text(4, 4)) {
      self = .mp4
    } else if bytes.count > 376, bytes[0] == 0x47, bytes[188] == 0x47, bytes[376] == 0x47 {
      self = .mpegTS
    } else if bytes.count > 388, bytes[4] == 0x47, bytes[196] == 0x47, bytes[388] == 0x47 {
      self = .m2ts
    } else if Self.packetWithin(bytes) != nil {
      self = .mpegTS
    } else {
      return nil
    }
  }

  /// The start of the first whole packet in an MPEG-TS that was cut within a packet; nil for other
  /// data.
  private static func packetWithin(_ bytes: [UInt8]) -> Int? {
    guard bytes.count == signatureLength else { return nil }
    return (1..<188).first { first in
      stride(from: first, to: bytes.count, by: 188).allSatisfy { bytes[$0] == 0x47 }
    }
  }

  /// The start of the first whole packet of an MPEG-TS.
  static func firstPacket(of source: ByteSource) throws -> Int64 {
    let head = try source.prefix(signatureLength)
    return head.first == 0x47 ? 0 : Int64(packetWithin(Array(head)) ?? 0)
  }

  /// FFmpeg's name of the demuxer.
  var demuxerName: String {
    switch self {
    case .mp4: "mov"
    case .matroska: "matroska"
    case .avi: "avi"
    case .mpegTS, .m2ts: "mpegts"
    case .flv: "flv"
    case .y4m: "yuv4mpegpipe"
    }
  }

  /// The usual name of this file's container: Matroska with the document type of WebM is WebM, and
  /// MP4 with Apple's brand is MOV.
  ///
  /// - Throws: ``ReadingError``.
  func containerName(of source: ByteSource) throws -> String {
    let head = try source.prefix(64)
    switch self {
    case .matroska: return head.firstRange(of: Array("webm".utf8)) != nil ? "webm" : rawValue
    case .mp4:
      let brand = head.dropFirst(4).prefix(8)
      return brand.elementsEqual(Array("ftypqt  ".utf8)) || !brand.starts(with: Array("ftyp".utf8))
        ? "mov" : rawValue
    default: return rawValue
    }
  }

  /// FFmpeg's names of the decoders that may run on an untrusted file: those of codecs that
  /// cameras, phones, screen recorders and editing programs write or wrote. None opens files.
  /// Codecs of games and experiments are not listed.
  static let decoders = decodersOfPictures + decodersOfSound

  private static let decodersOfSound = [
    "aac", "mp3float", "mp3", "opus", "libopus", "vorbis", "libvorbis", "ac3", "eac3", "flac",
    "alac", "mp2float", "mp2", "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le",
    "pcm_f32le", "pcm_u8", "pcm_alaw", "pcm_mulaw",
  ]

  private static let decodersOfPictures =
    today + [
      // Codecs of older cameras, phones and web pages.
      "wmv1", "msmpeg4v1", "h263i", "h263p", "h261", "vp3", "vp6", "vp6a", "vp6f", "rv10", "rv20",
      "rv30", "rv40", "indeo2", "indeo3", "indeo4", "indeo5", "rpza", "smc", "8bps", "msrle",
      "msvideo1", "qdraw", "mjpegb", "asv1", "asv2",
      // Codecs for editing and archiving.
      "dirac", "snow", "png", "apng", "gif", "tiff", "targa", "bmp", "sgi", "jpeg2000",
      "libopenjpeg", "libjxl", "dpx", "exr", "webp", "hap", "cfhd", "lagarith", "sheervideo",
      "vble", "notchlc", "hqx", "hq_hqa", "aic", "avui", "avrn", "dxv", "pixlet", "speedhq",
      "jpegls", "ylc", "cllc", "loco",
      // Uncompressed samples.
      "ayuv", "v308", "v408", "v410", "v210x", "012v", "r210", "r10k", "yuv4", "y41p", "cljr",
      // Codecs of screen recorders.
      "zmbv", "flashsv", "flashsv2", "fraps", "camtasia", "tscc2", "dxtory", "screenpresso", "rscc",
      "mss1", "mss2", "g2m", "wcmv",
    ]

  /// Codecs that are recorded, streamed and edited today.
  private static let today = [
    "h264", "hevc", "vvc", "libdav1d", "libaom-av1", "av1", "vp9", "vp8", "libvpx-vp9", "libvpx",
    "mpeg4", "msmpeg4v2", "msmpeg4", "mpeg1video", "mpeg2video", "mjpeg", "prores", "theora",
    "rawvideo", "wrapped_avframe", "ffv1", "huffyuv", "ffvhuff", "utvideo", "qtrle", "dnxhd", "flv",
    "h263", "vc1", "wmv3", "wmv2", "dvvideo", "v210", "cinepak", "svq3", "svq1", "magicyuv",
  ]
}
