package import Foundation

/// Pillow's view of an animated image: a reader that is independent of animconv.
package enum Pillow {
  /// Whether it is installed.
  package static let isAvailable = Python.withPillow != nil
  package static let hint = "needs Python with Pillow"

  /// The output of a program that imports it. Only where it is installed.
  package static func run(_ program: String, _ arguments: String...) throws -> Data {
    try Command.run([Python.withPillow!, "-c", program] + arguments)
  }

  /// The RGBA bytes of all pictures, one after another; transparent pixels become 0.
  package static func decode(_ path: String) throws -> [UInt8] {
    let script = """
      import sys
      from PIL import Image
      image = Image.open(sys.argv[1])
      for index in range(getattr(image, "n_frames", 1)):
          image.seek(index)
          bare = Image.new("RGBA", image.size)
          shown = image.convert("RGBA")
          bare.paste(shown, mask=shown.getchannel("A").point(lambda a: 255 if a else 0))
          sys.stdout.buffer.write(bare.tobytes())
      """
    return try Array(run(script, path))
  }
}
