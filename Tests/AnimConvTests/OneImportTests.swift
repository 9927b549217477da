import AnimConv
import Testing

/// A program that imports AnimConv needs nothing else to name an input, an output and a path.
@Suite struct OneImportTests {
  @Test func pathsAreStringLiterals() {
    let conversion = Conversion(input: "in.gif", output: "out.mp4")
    #expect(conversion.input == .path("in.gif"))
    #expect(conversion.output == .file("out.mp4"))
    #expect(conversion.input.name == "in.gif")
  }

  @Test func aPathOfTheCallersIsAPathOfTheSystem() {
    let path: FilePath = "in.gif"
    var conversion = Conversion(input: .path(path), output: "out.webm")
    conversion.timing.schedule = .slots(tolerance: nil)
    conversion.shaping.matte = RGBColor(red: 255, green: 255, blue: 255)
    #expect(conversion.input == "in.gif")
  }

  @Test func aFileThatIsMissingSaysSo() async {
    let error = await #expect(throws: ConversionError.self) {
      try await Converter(Conversion(input: "missing.gif", output: "out.mp4")).run()
    }
    #expect(error?.kind == .missingInput)
  }
}
