import FrameTestSupport

@testable import AnimConv

extension ArraySource {
  /// Converts the frames to an output.
  func convert(_ output: Output, _ change: (inout Conversion) -> Void) throws -> ConversionReport {
    var conversion = Conversion(input: .bytes([], name: "pictures"), output: output)
    change(&conversion)
    return try ConversionJob(conversion, open: { _, _ in self }).run()
  }
}
