internal import AnimConv
internal import AnimTiming
internal import ArgumentParser

/// The rate of inputs that name none.
struct RateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Rate of frames that have no delay of their own, as in sheets and frame folders: 25, 12.5, \
      30000/1001. Default: 10.
      """, valueName: "rate"),
    transform: parsing("a frame rate such as 25, 12.5 or 30000/1001") { FrameRate(parsing: $0) })
  var fps: FrameRate?
}
