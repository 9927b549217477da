internal import AnimConv
internal import ArgumentParser

struct AnimConvCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "animconv",
    abstract: "Convert animations without changing any frame's timing, colours or shape.",
    usage: """
      animconv IN OUT [options]
      animconv IN OUT --preset NAME [options]
      animconv IN --sheet DIR [options]
      animconv inspect FILE [--json]
      animconv compare SOURCE OUTPUT... [--json]
      animconv report SOURCE OUTPUT... -o PAGE.html
      animconv sweep IN --codec LIST --crf LIST -o PAGE.html
      animconv batch BUILD.json [options]
      animconv worker [options]
      animconv check FILE [--preset NAME] [--json]
      animconv presets [NAME] [--json | --template]
      animconv doctor
      """,
    discussion: """
      IN is an animation, a sheet, a video, or a folder, pattern or list of frames; animconv goes \
      by its content, not its name. OUT ends in .mp4, .webm or .mov for a video, in .gif, .apng, \
      .webp, .avif or .jxl for an image, in .jpg for one frame, in .tiff for pages, in .png for a sheet, in .zip for an ugoira, \
      in / for a folder of frames; 'frame_%04d.png' stands for numbered pictures. IN, and OUT when it is a video or an image, can be '-' for standard input or output.
      """,
    version: "animconv \(AnimConvVersion.current)",
    subcommands: [
      ConvertCommand.self, BatchCommand.self, WorkerCommand.self, InspectCommand.self,
      CompareCommand.self, ReportCommand.self, SweepCommand.self, CheckCommand.self,
      PresetsCommand.self,
      DoctorCommand.self,
    ],
    defaultSubcommand: ConvertCommand.self)
}
