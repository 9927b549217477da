internal import AnimConv
internal import SystemPackage

/// An input as the user typed it: a path or, among several inputs, `NAME=PATH`.
struct InputArgument {
  let path: PathArgument
  /// The whole argument, for messages.
  let argument: PathArgument
  /// The name of its animation; nil for the name of the file.
  let name: String?

  init(_ path: PathArgument) { self.init(path: path, argument: path, name: nil) }

  private init(path: PathArgument, argument: PathArgument, name: String?) {
    self.path = path
    self.argument = argument
    self.name = name
  }

  /// One of several inputs. If a file named `run=walk2.gif` exists, the argument is its name.
  init(named argument: PathArgument) {
    let equals = UInt8(ascii: "=")
    let parts = argument.bytes.split(separator: equals, maxSplits: 1)
    let name = String(decoding: parts.first ?? [], as: UTF8.self)
    guard !RegularFile.isThere(at: argument.path), parts.count == 2, !name.contains("/"),
      argument.bytes.first != equals, let path = argument.suffix(from: parts[0].count + 1)
    else {
      self.init(argument)
      return
    }
    self.init(path: path, argument: argument, name: name)
  }
}

extension [InputArgument] {
  /// All inputs together: a single input, several animations, or one after another.
  func input(isConcatenated: Bool) -> AnimationInput {
    if isConcatenated { return .edit(AnimationEdit(joining: map(\.path.input))) }
    return count == 1
      ? self[0].path.input
      : .animations(map { AnimationInput.Named(name: $0.name, $0.path.input) })
  }
}

/// The file arguments of a command line.
struct FileArguments {
  let inputs: [InputArgument]
  let output: PathArgument?

  /// - Parameter isOutput: whether the last one is the output.
  init(
    _ first: PathArgument, _ second: PathArgument?, _ more: [PathArgument], isOutput: Bool
  ) {
    guard let last = more.last, let second, isOutput else {
      inputs = [InputArgument(first)]
      output = second
      return
    }
    inputs = ([first, second] + more.dropLast()).map(InputArgument.init(named:))
    output = last
  }
}
