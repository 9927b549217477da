internal import ArgumentParser

/// How several inputs become one output.
struct JoiningOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      """
      Show all inputs one after another in one OUT. --sizes chooses what happens to inputs of \
      different sizes.
      """))
  var concat = false
}
