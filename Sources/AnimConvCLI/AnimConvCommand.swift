internal import AnimConv
internal import ArgumentParser

@main
struct AnimConvCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "animconv")
}
