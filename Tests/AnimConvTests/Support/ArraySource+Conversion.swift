import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv

extension ArraySource {
  /// Converts the frames to an output.
  func convert(_ output: AnimationOutput, _ change: (inout Conversion) -> Void) throws
    -> Conversion.Report
  {
    var conversion = Conversion(input: .bytes([], name: "pictures"), output: output)
    change(&conversion)
    return try ConversionJob(conversion, open: { _, _ in self }).run()
  }

  /// The bytes of a file made from the frames, with every delay unchanged; no other file is left.
  func written(
    as name: String, _ change: (inout Conversion) -> Void
  ) throws -> [UInt8] {
    try TemporaryFolder.with { folder in
      _ = try convert(.file(folder.appending(name))) {
        $0.timing.delays = .verbatim(zeroDelay: nil)
        change(&$0)
      }
      #expect(folder.names == [name])
      return try folder.bytes(of: name)
    }
  }
}
