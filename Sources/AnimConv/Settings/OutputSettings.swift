internal import Messages
internal import Writing

extension SettingGroup {
  /// The kind, size and memory of the output.
  package static let output = SettingGroup(
    "Output",
    settings: [
      .value(
        .container, OutputKind.all.map(\.description).alternatives, as: "kind",
        """
        Output format: mp4, webm, mov, gif, apng, webp, avif, jxl, jpeg, tiff, rgba or \
        y4m (uncompressed, for a pipe), png (a sheet), jpeg-sheet, webp-sheet, avif-sheet, frames (a folder), numbered (numbered images), zip, \
        imageset, trickplay or bif.
        """,
        default: """
          chosen by OUT's extension or a preset; required when OUT is '-', and for a batch \
          without a preset
          """,
        parse: { OutputKind($0) }, set: { $0.kind = $1 }
      )
      .words(OutputKind.all.map(\.description))
      .synonyms(["sheet": "png", "folder": "frames", "ugoira": "zip", "m4v": "mp4"]),
      .value(
        .maxBytes, "a number of bytes such as 262144, 256KiB or 1.5M", as: "bytes",
        """
        Largest output size in bytes: 262144, 500k, 256KiB. Tries lower quality until the file \
        fits; if none does, writes nothing and exits with 3.
        """,
        default: "no limit",
        parse: { Conversion.SizeTarget.bytes(parsing: $0) }, set: { $0.sizeTarget.maxBytes = $1 }),
      .value(
        .shrink, "one or more of quality, size and rate, with commas", as: "steps",
        """
        What --max-bytes may reduce, in this order: quality, size (down to a quarter), rate (down \
        to 5 frames/s).
        """,
        default: "quality,size,rate; for an APNG quality,rate,size",
        parse: { Conversion.SizeTarget.steps(parsing: $0) }, set: { $0.sizeTarget.steps = $1 }
      )
      .scoped(condition: .byteLimit)
      .example("size")
      .words(Conversion.SizeTarget.Step.allCases.map(\.rawValue))
      .listing(),
      .value(
        .target, "a score such as 80, or ssim=0.98", as: "score",
        """
        Find the smallest video, GIF, WebP, AVIF or JPEG XL with at least this quality: SSIMULACRA2 in nine \
        tenths of the time (70 good, 80 very good, 90 no visible difference), or ssim=0.98. Takes at most six \
        encodings; if none is good enough, writes nothing and exits with 3.
        """,
        default: "none",
        parse: { Conversion.QualityTarget($0) }, set: { $0.qualityTarget = $1 }
      )
      .displacing(.ssim, .maxBytes)
      .example("80"),
      .value(
        .ssim, "a number from 0.5 to 1", as: "s",
        "The same by the mean SSIM, from 0.5 to 1, such as 0.98.",
        default: "none",
        parse: { text in
          Conversion.QualityTarget.score(parsing: text, .ssim).map {
            Conversion.QualityTarget($0, .ssim)
          }
        }, set: { $0.qualityTarget = $1 }
      )
      .displacing(.target, .maxBytes)
      .example("0.98"),
      .value(
        .maxMemory, "a number of bytes such as 800M or 2GiB", as: "bytes",
        """
        Largest estimated memory of a conversion: 800M, 2GiB. Encoder threads and look-ahead are \
        reduced to fit; larger frames are refused.
        """,
        default: "1GiB",
        parse: { Conversion.SizeTarget.bytes(parsing: $0).flatMap { Int(exactly: $0) } },
        set: { $0.video.maxMemory = $1 }
      )
      .example("800M"),
    ])
}
