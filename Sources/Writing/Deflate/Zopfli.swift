internal import CDeflate
internal import CLibrary

/// Google's zopfli, which compresses better than zlib and takes a hundred times as long.
///
/// It is loaded on demand, because it is optional and rarely installed.
package struct Zopfli: @unchecked Sendable {
  /// The library, if it is installed.
  package static let shared = Zopfli()

  private typealias InitOptions = @convention(c) (UnsafeMutablePointer<Int32>) -> Void
  /// `ZopfliDeflatePart`; options, block type, whether it is the last part, input, range, bits of
  /// the last byte, output.
  private typealias DeflatePart =
    @convention(c) (
      UnsafePointer<Int32>, Int32, Int32, UnsafePointer<UInt8>, Int, Int,
      UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
      UnsafeMutablePointer<Int>
    ) -> Void

  private let initOptions: InitOptions
  private let deflatePart: DeflatePart

  /// Bytes of one part, as in zopfli itself: larger parts make it slow.
  private static let partBytes = 1_000_000
  /// `ZopfliOptions` is six numbers; the third is the number of iterations.
  private static let optionCount = 6

  private init?() {
    let names = ["libzopfli.so.1", "libzopfli.1.dylib", "libzopfli.dylib"]
    let paths = names + libraryFolders.flatMap { folder in names.map { "\(folder)/\($0)" } }
    guard let library = paths.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first,
      let initOptions = dlsym(library, "ZopfliInitOptions"),
      let deflatePart = dlsym(library, "ZopfliDeflatePart")
    else { return nil }
    self.initOptions = unsafeBitCast(initOptions, to: InitOptions.self)
    self.deflatePart = unsafeBitCast(deflatePart, to: DeflatePart.self)
  }

  /// A zlib stream of all bytes. Deterministic for one version of zopfli.
  ///
  /// - Parameter tick: called after each part, which takes some seconds.
  /// - Complexity: a second or more per million bytes; memory of a few times the bytes.
  func zlibStream(_ bytes: UnsafeRawBufferPointer, tick: () throws -> Void) rethrows -> [UInt8] {
    var options = [Int32](repeating: 0, count: Self.optionCount)
    initOptions(&options)
    // Like zopfli's own PNG tool: thorough for small images.
    options[2] = bytes.count < 200_000 ? 15 : 5
    var stream: UnsafeMutablePointer<UInt8>?
    var count = 0
    var bits: UInt8 = 0
    defer { free(stream) }
    let input = bytes.bindMemory(to: UInt8.self).baseAddress!
    for start in stride(from: 0, to: bytes.count, by: Self.partBytes) {
      let end = min(start + Self.partBytes, bytes.count)
      deflatePart(
        options, 2, end == bytes.count ? 1 : 0, input, start, end, &bits, &stream, &count)
      try tick()
    }
    var zlib: [UInt8] = [0x78, 0xDA]
    zlib.reserveCapacity(count + 6)
    zlib.append(contentsOf: UnsafeBufferPointer(start: stream, count: count))
    let checksum = libdeflate_adler32(1, bytes.baseAddress, bytes.count)
    for shift in stride(from: 24, through: 0, by: -8) {
      zlib.append(UInt8(truncatingIfNeeded: checksum >> UInt32(shift)))
    }
    return zlib.withUnsafeBytes(DeflateRecoder.smaller) ?? zlib
  }
}
