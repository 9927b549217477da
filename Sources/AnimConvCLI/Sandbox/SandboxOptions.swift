internal import ArgumentParser

/// The switch of the sandbox.
struct SandboxOptions: ParsableArguments {
  @Flag(
    help: """
      Run without the sandbox, which limits the process to the files that it was given. \
      ANIMCONV_SANDBOX=off does the same. 'animconv doctor' shows what it covers.
      """)
  var noSandbox = false
}
