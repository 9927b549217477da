// The common code of all targets for single files: the program and the check.

import AnimConv
import CFuzzer
import Dispatch
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

private func checksum(_ frame: CanvasFrame) -> UInt64 {
  frame.pixels.withBytes { bytes in
    bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }
}

/// Opens an input and waits for it on the calling thread, which is libFuzzer's.
private func open(_ input: AnimationInput, _ options: ReadingOptions) throws -> any FrameSource {
  final class Opened: @unchecked Sendable {
    var result: Result<any FrameSource, any Error>?
  }
  let opened = Opened()
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    do {
      opened.result = .success(try await input.open(options: options))
    } catch {
      opened.result = .failure(error)
    }
    done.signal()
  }
  done.wait()
  return try opened.result!.get()
}

/// Opens the bytes with small limits, decodes every frame in several orders, and checks that each
/// frame is the same in every order. Videos are excepted, because a target may generate their
/// signatures.
private func check(_ data: [UInt8]) throws {
  var options = ReadingOptions()
  options.limits.maxPixels = 1 << 18
  options.limits.maxFrames = 100
  options.limits.maxTotalPixels = 1 << 20
  options.limits.maxMetadataChunkBytes = 1 << 12
  options.limits.maxMetadataBytes = 1 << 14
  options.isStrict = data.count % 16 == 15
  let input = prepare(data)
  if case .bytes(let bytes, _) = input {
    recent[runs % recent.count] = bytes
    runs += 1
  }
  let source = try open(input, options)
  let hasAlpha = try source.detectAlpha()
  var sums: [UInt64] = []
  var held: [CanvasFrame] = []
  while let frame = try source.next() {
    precondition(frame.index == sums.count)
    sums.append(checksum(frame))
    held.append(frame)
    if held.count > sums.count % 4 { held.removeFirst() }
  }
  precondition(sums.count == source.info.frames.count)
  // FFmpeg's result for damaged data depends on the data that its decoders have seen before.
  if source.info.kind == .video { return }
  precondition(hasAlpha || source.info.alpha != .present)
  for step in 0..<min(sums.count, 12) {
    let index = (step &* 7 &+ Int(data.last ?? 0)) % sums.count
    try source.seek(to: index)
    guard let frame = try source.next() else { preconditionFailure("no frame \(index)") }
    precondition(frame.index == index && checksum(frame) == sums[index], "frame \(index) differs")
  }
}

/// Writes a file of a test.
public func write(_ bytes: [UInt8], to path: FilePath) throws {
  let file = try FileDescriptor.open(
    path, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
  try file.closeAfter { _ = try file.writeAll(bytes) }
}

/// A folder for this process alone, in memory if possible. It stays behind.
public func scratchFolder() throws -> String {
  let places = ["/dev/shm", "/tmp"]
  let place = places.first { access($0, W_OK) == 0 } ?? "."
  let path = "\(place)/animconv-fuzz-\(getpid())"
  guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Errno(rawValue: errno) }
  return path
}

/// Files that this library writes from inputs, which are the readers' most frequent inputs.
///
/// - Parameter name: the name of a file, whose extension determines what is written.
@MainActor
public func written(
  as name: String, of inputs: some Sequence<[UInt8]>,
  _ change: (inout Conversion) -> Void = { _ in }
) async throws -> [[UInt8]] {
  let path = try FilePath(scratchFolder()).appending(name)
  var files: [[UInt8]] = []
  for input in inputs {
    var conversion = Conversion(input: .bytes(input, name: "seed"), output: .file(path))
    conversion.overwriting = .replace
    conversion.image.effort = 1
    change(&conversion)
    _ = try await Converter(conversion).run()
    files.append(try read(path))
  }
  return files
}

private func read(_ path: FilePath) throws -> [UInt8] {
  let file = try FileDescriptor.open(path, .readOnly)
  return try file.closeAfter {
    let count = Int(try file.seek(offset: 0, from: .end))
    return try [UInt8](unsafeUninitializedCapacity: count) { space, filled in
      filled = try file.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(space))
    }
  }
}

/// Writes the initial inputs.
private func write(_ seeds: [[UInt8]], to folder: FilePath) throws {
  for (number, bytes) in seeds.enumerated() {
    try write(bytes, to: folder.appending("seed-\(number)"))
  }
}

/// Builds an input from libFuzzer's bytes; set once, before it runs.
nonisolated(unsafe) private var prepare: ([UInt8]) -> AnimationInput = { .bytes($0, name: "fuzz") }

/// What happens to the bytes; set once, before it runs.
nonisolated(unsafe) private var examine: ([UInt8]) throws -> Void = check

/// Fuzzes a reader of other bytes than animations.
///
/// - Parameter check: reads the bytes; errors are results like others.
@MainActor
public func fuzzBytes(
  seeds: () throws -> [[UInt8]], check: @escaping ([UInt8]) throws -> Void
) async throws {
  examine = check
  try await fuzzSource(seeds: seeds)
}

/// Runs the request of the command line: writes the seeds, or fuzzes.
///
/// - Parameter preparation: makes an input from the bytes that libFuzzer provides.
@MainActor
public func fuzzSource(
  seeds: () async throws -> [[UInt8]],
  preparation: @escaping ([UInt8]) -> AnimationInput = { .bytes($0, name: "fuzz") }
) async throws {
  prepare = preparation
  if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--write-seeds" {
    try write(await seeds(), to: FilePath(CommandLine.arguments[2]))
  } else {
    fuzz()
  }
}

/// The inputs of the last runs, kept for LeakSanitizer: an `AnimationInput` hides its pointer among
/// the bits of its tag, and a thread that has not fully ended may still use one.
nonisolated(unsafe) private var recent = [[UInt8]](repeating: [], count: 64)
nonisolated(unsafe) private var runs = 0

private func fuzz() {
  var count = CommandLine.argc
  var arguments = CommandLine.unsafeArgv
  _ = withUnsafeMutablePointer(to: &arguments) { arguments in
    arguments.withMemoryRebound(
      to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.self, capacity: 1
    ) { arguments in
      LLVMFuzzerRunDriver(&count, arguments) { bytes, size in
        try? examine([UInt8](UnsafeBufferPointer(start: bytes, count: size)))
        return 0
      }
    }
  }
}
