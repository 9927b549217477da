internal import CHEIF
internal import FileBoxes
internal import Raster
internal import Stages

extension InputFormat {
  /// A picture in HEVC (ISO/IEC 23008-12, annex B), which libheif decodes.
  static let heif = InputFormat(
    .heif,
    Decoder("libheif", "8 to 12 bits") { cheif_open() == nil && cheif_decodes_hevc() != 0 },
    reader: .still,
    survey: { source, options in
      let header: CodedHeader
      do {
        header = try HEIFSurveyor(source).header()
      } catch let error as FileBoxError {
        throw CodedHeader.malformed(error.reason)
      }
      try HEIFDecoder.open()
      return try StillPicture(coding: HEIFPicture(header: header), header, source, options)
    },
    matches: { head in
      head.count >= 12 && head[4..<8].elementsEqual("ftyp".utf8)
        && ["heic", "heix", "heim", "heis", "mif1"].contains(
          String(decoding: head[8..<12], as: UTF8.self))
    })
}

/// The picture of a HEIC.
private struct HEIFPicture: StillCoding {
  let header: CodedHeader

  func metadata(in source: ByteSource, options: ReadingOptions) -> SourceInfo.Metadata {
    SourceInfo.Metadata(header)
  }

  func decode(
    _ still: StillPicture, from source: ByteSource, by reader: StillPictureReader,
    into pool: PixelBuffer.Pool
  ) throws -> (PixelBuffer, [ReadingWarning]) {
    let target = pool.take()
    let warnings = try HEIFDecoder.draw(
      header, bytes: still.wholeFile(source), into: target, isWide: reader.handsOnWide)
    return (target, try reader.tolerating(warnings))
  }
}
