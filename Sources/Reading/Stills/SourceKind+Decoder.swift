internal import Libav
package import Stages

extension SourceKind {
  /// Whether this FFmpeg has the decoder of a still format; false for kinds that it does not decode.
  package var hasDecoder: Bool {
    let names: [SourceKind: String] = [
      .tiff: "tiff", .bmp: "bmp", .targa: "targa", .qoi: "qoi", .netpbm: "ppm", .pcx: "pcx",
      .sgi: "sgi", .jpeg2000: "jpeg2000", .dds: "dds", .psd: "psd", .openEXR: "exr", .dpx: "dpx",
    ]
    return names[self].map { Capabilities.hasDecoder($0) } ?? false
  }
}
