internal import CJXL
internal import Stages

extension InputFormat {
  static let jxl = InputFormat(
    .jxl, Decoder("libjxl", "8 to 16 bits") { cjxl_open() == nil },
    reader: .frames { try JXLSource($0, options: $1) }
  ) { JXLSurvey.starts($0) }
}
