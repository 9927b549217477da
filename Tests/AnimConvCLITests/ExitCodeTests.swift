import AnimConv
import Foundation
import Testing

/// The numbers of exit codes stand in a header, a Python module, a page of help and one of the
/// documentation; nothing but this test keeps them equal.
@Suite struct ExitCodeTests {
  private static let kinds = Set(FailureKind.allCases.map { Int($0.exitCode) })

  private static func numbers(_ pattern: Regex<(Substring, Substring)>, in path: String) throws
    -> Set<Int>
  {
    let text = try String(contentsOf: Package.root.appendingPathComponent(path), encoding: .utf8)
    return Set(text.matches(of: pattern).compactMap { Int($0.output.1) })
  }

  @Test func theHeaderHasEveryFailure() throws {
    let codes = try Self.numbers(
      /ANIMCONV_[A-Z_]+ = ([0-9]+)/, in: "Sources/CAnimConvHeader/include/animconv.h")
    #expect(codes.isSuperset(of: Self.kinds))
  }

  @Test func thePythonModuleHasTheCodesOfFailures() throws {
    let codes = try Self.numbers(
      /(?m)^    [A-Z_]+ = ([0-9]+)$/, in: "Sources/AnimConvPython/animconv/_errors.py")
    #expect(codes == Self.kinds)
  }

  @Test(arguments: [
    "Tests/Goldens/help-exit.txt", "Sources/AnimConv/AnimConv.docc/CompleteOutputs.md",
  ])
  func pagesListTheCodes(page: String) throws {
    let text = try String(contentsOf: Package.root.appendingPathComponent(page), encoding: .utf8)
    // The numbers before the first word of a line.
    let codes = Set(
      text.split(separator: "\n").flatMap { line in
        line.prefix { !$0.isLetter }.matches(of: /[0-9]+/).compactMap { Int($0.output) }
      })
    #expect(codes.isSuperset(of: Self.kinds), "\(Self.kinds.subtracting(codes))")
  }
}
