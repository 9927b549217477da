internal import CHEIF
internal import CJXL
internal import CLCMS
internal import CLottie
package import Stages

extension OptionalLibrary {
  /// The libraries that decode some inputs, and convert their colours.
  package static var ofReading: [OptionalLibrary] { [jxl, heif, lottie, colors] }

  private static var jxl: OptionalLibrary {
    let failure = cjxl_open().map { String(cString: $0) }
    let number = failure == nil ? Int(cjxl_version()) : 0
    return OptionalLibrary(
      name: "libjxl", file: String(cString: cjxl_file_name()), purpose: "JPEG XL, in and out",
      version: failure == nil
        ? "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)" : nil,
      failure: failure)
  }

  private static var heif: OptionalLibrary {
    let failure = cheif_open().map { String(cString: $0) }
    return OptionalLibrary(
      name: "libheif", file: String(cString: cheif_file_name()), purpose: "HEIC, in",
      version: failure == nil ? String(cString: cheif_version()) : nil,
      failure: failure ?? (cheif_decodes_hevc() != 0 ? nil : "it has no decoder of HEVC"))
  }

  private static var lottie: OptionalLibrary {
    OptionalLibrary(
      name: "rlottie", file: String(cString: clottie_file_name()), purpose: "Lottie, in",
      version: nil, failure: clottie_open().map { String(cString: $0) })
  }

  private static var colors: OptionalLibrary {
    OptionalLibrary(
      name: "Little CMS", file: String(cString: clcms_file_name()), purpose: "colour profiles",
      version: nil, failure: clcms_open().map { String(cString: $0) })
  }
}
