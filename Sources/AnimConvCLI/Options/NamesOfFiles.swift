internal import ArgumentParser

/// The names on the command line of a conversion.
struct NamesOfFiles: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      """
      The animation, a folder of frames, or a pattern such as 'f*.png'; '-' for standard input.
      """,
      valueName: "in"))
  var input: PathArgument

  @Argument(
    help: ArgumentHelp(
      """
      The file to write: .mp4, .webm, .mov, .gif, .apng, .webp, .avif, .jxl, .jpg (one frame), .tiff (pages), .png (a \
      sheet) or .zip (ugoira); 'frame_%04d.png' for numbered images; a folder ending in '/'; '-' \
      for standard output. With --container, a folder receives a file named after IN. {tag} in \
      the name writes one file for each tag or animation of IN.
      """, valueName: "out"))
  var namedOutput: PathArgument?

  @Argument(
    help: ArgumentHelp(
      """
      With more than two names, the last one is OUT. All others are inputs: with --concat, they \
      are shown one after another; otherwise, OUT is a sheet, and each becomes an animation of it, \
      named after its file or as in run=walk2.gif.
      """, valueName: "more"))
  var more: [PathArgument] = []
}
