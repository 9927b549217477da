internal import AnimConv
internal import ArgumentParser

/// ``ConvertCommand`` with only the options that most command lines have.
///
/// The parser examines every option of a command, which takes longer for ``ConvertCommand`` than
/// converting a small file. Arguments are therefore parsed by this command first; arguments that it
/// rejects, and requests for help, go to the other. It is not listed anywhere.
struct PlainConvertCommand: AsyncParsableCommand {
  @Argument var input: PathArgument
  @Argument var namedOutput: PathArgument
  @OptionGroup var presets: PresetOptions
  @OptionGroup var encoding: EncodingOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws { try job.validate() }

  func run() async throws { try await job.carryOut() }

  /// The conversion job for the options.
  var job: ConvertJob {
    get throws {
      ConvertJob(
        inputs: [InputArgument(input)], namedOutput: namedOutput, sheetFolder: nil,
        presets: presets,
        settings: try ConversionSettings([encoding, outputOptions]), outputOptions: outputOptions)
    }
  }
}
