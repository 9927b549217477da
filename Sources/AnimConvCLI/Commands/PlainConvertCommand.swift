internal import AnimConv
internal import ArgumentParser

/// ``ConvertCommand`` with only the options that most command lines have.
///
/// The parser looks at every option of a command, which of ``ConvertCommand`` takes longer than
/// converting a small file. So arguments are given to this command first; what it does not take, and
/// every request for help, is for the other. It is not listed anywhere.
struct PlainConvertCommand: AsyncParsableCommand {
  @Argument var input: PathArgument
  @Argument var namedOutput: PathArgument
  @OptionGroup var presets: PresetOptions
  @OptionGroup var encoding: EncodingOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws { try job.validate() }

  func run() async throws { try await job.carryOut() }

  /// What the options ask for.
  var job: ConvertJob {
    get throws {
      ConvertJob(
        inputs: [InputArgument(input)], namedOutput: namedOutput, sheetFolder: nil,
        presets: presets,
        settings: try ConversionSettings([encoding, outputOptions]), outputOptions: outputOptions)
    }
  }
}
