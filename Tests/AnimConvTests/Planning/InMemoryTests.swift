import AnimConv
import AnimPlay
import Foundation
import FrameTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Inputs and outputs without a path, and single frames as files.
@Suite struct InMemoryTests {
  private let gif = SourceTree.root.appending("Tests/Fixtures/orbit.gif")

  @Test(arguments: [OutputKind.gif, .apng, .webp, .video(.mp4)])
  func anOutputInMemoryHasTheBytesOfAFile(kind: OutputKind) async throws {
    try await TemporaryFolder.with { folder in
      let file = folder.appending("out")
      var conversion = Conversion(input: .path(gif), output: .file(file))
      conversion.kind = kind
      try await Converter(conversion).run()

      let memory = AnimationOutput.Bytes(name: "memory")
      conversion.output = .bytes(memory)
      #expect(memory.value.isEmpty)
      try await Converter(conversion).run()
      let bytes = try Data(contentsOf: URL(filePath: file.string))
      #expect(memory.value == [UInt8](bytes))
    }
  }

  private final class Mapping: Sendable {
    let count: Int
    nonisolated(unsafe) let base: UnsafeMutableRawPointer
    let isUnmapped: Counter

    init(_ path: FilePath, _ isUnmapped: Counter) throws {
      let file = try FileDescriptor.open(path, .readOnly)
      defer { try? file.close() }
      count = Int(try file.seek(offset: 0, from: .end))
      base = mmap(nil, count, PROT_READ, MAP_PRIVATE, file.rawValue, 0)!
      self.isUnmapped = isUnmapped
    }

    deinit {
      munmap(base, count)
      isUnmapped.add()
    }
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
  }

  @Test func aMappedFileIsAnInputAsLongAsItIsNeeded() async throws {
    let expected = try await AnimatedImage(.path(gif)).frame(at: 3).pixels.pixelHash
    let unmapped = Counter()
    func read() async throws -> UInt64 {
      let mapping = try Mapping(gif, unmapped)
      let region = UnsafeRawBufferPointer(start: mapping.base, count: mapping.count)
      let animation = try await AnimatedImage(
        .memory(AnimationInput.Bytes(region, name: "mapped.gif", owner: mapping)))
      return try await animation.frame(at: 3).pixels.pixelHash
    }
    #expect(try await read() == expected)
    // Decoding threads may keep the source for a moment.
    for _ in 0..<12_000 where unmapped.value == 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(unmapped.value == 1)
    let nothing = AnimationInput.memory(
      AnimationInput.Bytes(
        UnsafeRawBufferPointer(start: nil, count: 0), name: "nothing.gif", owner: 0))
    let error = await #expect(throws: ConversionError.self) { try await AnimatedImage(nothing) }
    #expect(error?.description == "nothing.gif: reading: the file is empty")
  }

  @Test func anOpenFileAndAPipeAreInputs() async throws {
    let expected = try await AnimatedImage(.path(gif)).frame(at: 3).pixels.pixelHash
    let file = try FileDescriptor.open(gif, .readOnly)
    defer { try? file.close() }
    let opened = try await AnimatedImage(.descriptor(file, name: "an open file"))
    #expect(try await opened.frame(at: 3).pixels.pixelHash == expected)

    let bytes = [UInt8](try Data(contentsOf: URL(filePath: gif.string)))
    let (reading, writing) = try FileDescriptor.pipe()
    defer { try? reading.close() }
    async let streamed = AnimatedImage(.descriptor(reading, name: "a pipe"))
    try await Task.detached {
      try writing.writeAll(bytes)
      try writing.close()
    }.value
    #expect(try await streamed.frame(at: 3).pixels.pixelHash == expected)
  }

  @Test func anOpenFileIsAnOutputFromWhereItStands() async throws {
    try await TemporaryFolder.with { folder in
      let path = folder.appending("both")
      let file = try FileDescriptor.open(
        path, .readWrite, options: .create, permissions: .ownerReadWrite)
      try file.writeAll([1, 2, 3])
      let memory = AnimationOutput.Bytes()
      for output in [AnimationOutput.descriptor(file, name: "both"), .bytes(memory)] {
        var conversion = Conversion(input: .path(gif), output: output)
        conversion.kind = .gif
        try await Converter(conversion).run()
      }
      try file.close()
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path.string)))
      #expect(bytes == [1, 2, 3] + memory.value)
    }
  }

  @Test func outputsInMemoryNeedAKindAndAreOneFile() async throws {
    var conversion = Conversion(
      input: .path(gif), output: .bytes(AnimationOutput.Bytes(name: "memory")))
    let nameless = await #expect(throws: ConversionError.self) {
      _ = try await Converter(conversion).run()
    }
    #expect(nameless?.kind == .usage && nameless?.file == "memory")
    conversion.kind = .frameFolder
    let folder = await #expect(throws: ConversionError.self) {
      _ = try await Converter(conversion).run()
    }
    #expect(folder?.kind == .usage)
  }

  @Test func pathsAreStringsAndURLsOfFiles() throws {
    #expect(AnimationInput(URL(filePath: "/in/a b.gif")) == .path("/in/a b.gif"))
    #expect(AnimationOutput(URL(filePath: "/out/ä.mp4")) == .file("/out/ä.mp4"))
    #expect(AnimationInput(try #require(URL(string: "https://example.com/in.gif"))) == nil)
    #expect(AnimationOutput(try #require(URL(string: "https://example.com/out.mp4"))) == nil)
    let name = "in.gif"
    #expect(AnimationInput(name) == "in.gif")
    #expect(AnimationInput(bytes: Data([1, 2]), name: name) == .bytes([1, 2], name: name))
  }

  @Test func oneFrameBecomesAPNGAndAWebPWithoutLoss() async throws {
    try await TemporaryFolder.with { folder in
      let frame = try await AnimatedImage(.path(gif)).frame(at: 5).pixels
      for name in ["one.png", "one.webp"] {
        let path = folder.appending(name)
        try frame.write(to: path)
        let read = try await AnimatedImage(.path(path)).frame(at: 0).pixels
        #expect(read.bytes() == frame.bytes())
        let existing = #expect(throws: ConversionError.self) { try frame.write(to: path) }
        #expect(existing?.kind == .cannotCreate && existing?.file == path.string)
        try frame.write(to: path, overwriting: .replace)
      }
      let unknown = #expect(throws: ConversionError.self) {
        try frame.write(to: folder.appending("one.heic"))
      }
      #expect(unknown?.kind == .usage)
      #expect(folder.names.sorted() == ["one.png", "one.webp"])
    }
  }

  @Test func aJPEGShowsTheMatteUnderTransparentPixels() async throws {
    let pool = PixelBuffer.Pool(size: PixelSize(width: 16, height: 16))
    let clear = pool.buffer { $0.initializeMemory(as: UInt8.self, repeating: 0) }
    try await TemporaryFolder.with { folder in
      try clear.write(
        to: folder.appending("1.jpg"), matte: RGBColor(red: 0, green: 0, blue: 255))
      var reading = ReadingOptions()
      reading.frameRate = FrameRate(10)
      let read = try await AnimatedImage(.path(folder.path), reading: reading).frame(at: 0)
        .pixels.bytes()
      #expect(read[0] < 4 && read[1] < 4 && read[2] > 251 && read[3] == 255)
    }
  }
}
