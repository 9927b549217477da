internal import CFFmpeg

/// The colour tags of a stream, in the code points of ITU-T H.273.
package struct ColorTags: Hashable, Sendable {
  package enum Matrix: Sendable, Hashable {
    case bt709, bt601, rgb, unspecified
    /// The number in ITU-T H.273.
    case number(UInt32)
  }
  package enum Transfer: Sendable, Hashable {
    case bt709, bt601, srgb, unspecified
    /// The number in ITU-T H.273.
    case number(UInt32)
  }
  package enum Primaries: Sendable, Hashable {
    case bt709, bt601, unspecified
    /// The number in ITU-T H.273.
    case number(UInt32)
  }
  /// The position of a 4:2:0 chroma sample in its block of 2 x 2 pixels.
  package enum ChromaLocation: Sendable, Hashable {
    case left, center
    /// FFmpeg's number.
    case number(UInt32)
  }

  package var matrix: Matrix
  package var transfer: Transfer
  package var primaries: Primaries
  /// 16...235 instead of 0...255 for 8-bit luma.
  package var isLimitedRange: Bool
  /// Nil if every pixel has its own chroma.
  package var chromaLocation: ChromaLocation?

  package init(
    matrix: Matrix, transfer: Transfer, primaries: Primaries, isLimitedRange: Bool,
    chromaLocation: ChromaLocation?
  ) {
    self.matrix = matrix
    self.transfer = transfer
    self.primaries = primaries
    self.isLimitedRange = isLimitedRange
    self.chromaLocation = chromaLocation
  }

  /// What a picture says.
  init(of frame: UnsafeMutablePointer<AVFrame>) {
    self.init(
      matrix: .number(frame.colorspace.rawValue),
      transfer: .number(frame.color_trc.rawValue),
      primaries: .number(frame.color_primaries.rawValue),
      isLimitedRange: frame.color_range != AVCOL_RANGE_JPEG,
      chromaLocation: .number(frame.chroma_location.rawValue))
  }

  func apply(to frame: UnsafeMutablePointer<AVFrame>) {
    frame.colorspace = avMatrix
    frame.color_trc = avTransfer
    frame.color_primaries = avPrimaries
    frame.color_range = avRange
    frame.chroma_location = avChromaLocation
  }

  func apply(to codec: UnsafeMutablePointer<AVCodecContext>) {
    codec.colorspace = avMatrix
    codec.color_trc = avTransfer
    codec.color_primaries = avPrimaries
    codec.color_range = avRange
    codec.chroma_sample_location = avChromaLocation
  }

  private var avMatrix: AVColorSpace {
    switch matrix {
    case .bt709: AVCOL_SPC_BT709
    case .bt601: AVCOL_SPC_SMPTE170M
    case .rgb: AVCOL_SPC_RGB
    case .unspecified: AVCOL_SPC_UNSPECIFIED
    case .number(let number): AVColorSpace(number)
    }
  }

  private var avTransfer: AVColorTransferCharacteristic {
    switch transfer {
    case .bt709: AVCOL_TRC_BT709
    case .bt601: AVCOL_TRC_SMPTE170M
    case .srgb: AVCOL_TRC_IEC61966_2_1
    case .unspecified: AVCOL_TRC_UNSPECIFIED
    case .number(let number): AVColorTransferCharacteristic(number)
    }
  }

  private var avPrimaries: AVColorPrimaries {
    switch primaries {
    case .bt709: AVCOL_PRI_BT709
    case .bt601: AVCOL_PRI_SMPTE170M
    case .unspecified: AVCOL_PRI_UNSPECIFIED
    case .number(let number): AVColorPrimaries(number)
    }
  }

  private var avRange: AVColorRange { isLimitedRange ? AVCOL_RANGE_MPEG : AVCOL_RANGE_JPEG }

  private var avChromaLocation: AVChromaLocation {
    switch chromaLocation {
    case .left: AVCHROMA_LOC_LEFT
    case .center: AVCHROMA_LOC_CENTER
    case .number(let number): AVChromaLocation(number)
    case nil: AVCHROMA_LOC_UNSPECIFIED
    }
  }

  /// The tags in stream parameters, by their names in FFmpeg, for comparing and messages.
  static func names(of parameters: UnsafeMutablePointer<AVCodecParameters>) -> Names {
    names(
      parameters.color_space, parameters.color_trc,
      parameters.color_primaries, parameters.color_range)
  }

  /// The names for a picture.
  static func names(of frame: UnsafeMutablePointer<AVFrame>) -> Names {
    names(
      frame.colorspace, frame.color_trc, frame.color_primaries,
      frame.color_range)
  }

  /// Tags of ITU-T H.273 by their names in FFmpeg.
  package static func names(primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool) -> Names
  {
    names(
      AVColorSpace(UInt32(clamping: matrix)),
      AVColorTransferCharacteristic(UInt32(clamping: transfer)),
      AVColorPrimaries(UInt32(clamping: primaries)),
      isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG)
  }

  private static func names(
    _ matrix: AVColorSpace, _ transfer: AVColorTransferCharacteristic,
    _ primaries: AVColorPrimaries, _ range: AVColorRange
  ) -> Names {
    func text(_ pointer: UnsafePointer<CChar>?) -> String {
      pointer.map { String(cString: $0) } ?? "unknown"
    }
    return Names(
      matrix: text(av_color_space_name(matrix)), transfer: text(av_color_transfer_name(transfer)),
      primaries: text(av_color_primaries_name(primaries)),
      range: text(av_color_range_name(range)))
  }

  /// These tags by their names in FFmpeg.
  package var names: Names {
    Names(
      matrix: String(cString: av_color_space_name(avMatrix)),
      transfer: String(cString: av_color_transfer_name(avTransfer)),
      primaries: String(cString: av_color_primaries_name(avPrimaries)),
      range: String(cString: av_color_range_name(avRange)))
  }

  /// These tags in the form that a container stores.
  package var codePoints: CodePoints {
    CodePoints(
      primaries: Int(avPrimaries.rawValue), transfer: Int(avTransfer.rawValue),
      matrix: Int(avMatrix.rawValue), isFullRange: !isLimitedRange)
  }

  /// The four tags as numbers of ITU-T H.273, which FFmpeg uses, too.
  package struct CodePoints: Hashable, Sendable, CustomStringConvertible {
    package var primaries: Int
    package var transfer: Int
    package var matrix: Int
    /// Nil if the file has no field for it.
    package var isFullRange: Bool?

    package init(primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool?) {
      self.primaries = primaries
      self.transfer = transfer
      self.matrix = matrix
      self.isFullRange = isFullRange
    }

    package var description: String {
      let range = isFullRange.map { $0 ? " full" : " limited" } ?? ""
      return "\(primaries)/\(transfer)/\(matrix)\(range)"
    }
  }

  /// The four tags with FFmpeg's names.
  package struct Names: Hashable, Sendable, CustomStringConvertible {
    package var matrix: String
    package var transfer: String
    package var primaries: String
    package var range: String

    package var description: String { "\(matrix)/\(transfer)/\(primaries)/\(range)" }

    /// The same tags, with those of another where these are missing.
    package func filled(from others: Names) -> Names {
      func known(_ tag: KeyPath<Names, String>) -> String {
        self[keyPath: tag] == "unknown" ? others[keyPath: tag] : self[keyPath: tag]
      }
      return Names(
        matrix: known(\.matrix), transfer: known(\.transfer), primaries: known(\.primaries),
        range: known(\.range))
    }
  }
}
