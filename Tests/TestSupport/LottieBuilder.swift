/// Writes Lottie animations of one square.
package struct LottieBuilder {
  package var version: String? = "\"5.5.2\""
  package var rate = "10"
  package var first = "0"
  package var end = "10"
  package var width = "32"
  package var height = "24"
  /// The side of the square.
  package var side = 8
  /// Red, green and blue from 0 to 1.
  package var color = "1,0,0"
  /// Properties in the format's notation, with or without keyframes. The position is that of the
  /// square's centre.
  package var position = #"{"a":0,"k":[8,8,0]}"#
  package var opacity = #"{"a":0,"k":100}"#
  package var rotation = #"{"a":0,"k":0}"#
  /// Further members of the layer, of the shapes and of the animation, each after a comma.
  package var layerMembers = ""
  package var shapes = ""
  package var members = ""
  package var assets = ""
  /// Further layers, each after a comma.
  package var layers = ""

  package init() {}

  /// A value that moves evenly from the first frame to the last.
  package static func moving(_ from: String, _ to: String, frames: Int) -> String {
    #"{"a":1,"k":[{"t":0,"s":[\#(from)],"e":[\#(to)],"i":{"x":[1],"y":[1]},"#
      + #""o":{"x":[0],"y":[0]}},{"t":\#(frames),"s":[\#(to)]}]}"#
  }

  package var layer: String {
    let shape =
      #"{"ty":"gr","it":[{"ty":"rc","d":1,"s":{"a":0,"k":[\#(side),\#(side)]},"#
      + #""p":{"a":0,"k":[0,0]},"r":{"a":0,"k":0}},{"ty":"fl","c":{"a":0,"k":[\#(color),1]},"#
      + #""o":{"a":0,"k":100},"r":1},{"ty":"tr","p":{"a":0,"k":[0,0]},"a":{"a":0,"k":[0,0]},"#
      + #""s":{"a":0,"k":[100,100]},"r":{"a":0,"k":0},"o":{"a":0,"k":100}}]}"#
    return #"{"ddd":0,"ind":1,"ty":4,"nm":"square","sr":1,"ks":{"o":\#(opacity),"r":\#(rotation),"#
      + #""p":\#(position),"a":{"a":0,"k":[0,0,0]},"s":{"a":0,"k":[100,100,100]}},"ao":0,"#
      + #""shapes":[\#(shape)\#(shapes)],"ip":\#(first),"op":\#(end),"st":0,"bm":0\#(layerMembers)}"#
  }

  package var text: String {
    let version = version.map { #""v":\#($0),"# } ?? ""
    return #"{\#(version)"fr":\#(rate),"ip":\#(first),"op":\#(end),"w":\#(width),"h":\#(height),"#
      + #""nm":"test","ddd":0,"assets":[\#(assets)],"layers":[\#(layer)\#(layers)]\#(members)}"#
  }

  package var bytes: [UInt8] { Array(text.utf8) }

  /// Other bytes in a gzip file, stored.
  package static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    func little(_ number: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
    }
    var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(60_000)
      rest = rest.dropFirst(block.count)
      file.append(rest.isEmpty ? 1 : 0)
      file += little(UInt32(block.count), 2) + little(~UInt32(block.count), 2) + block
    } while !rest.isEmpty
    return file + little(UInt32(PNGBuilder.sum(bytes)), 4) + little(UInt32(bytes.count), 4)
  }

  /// A ZIP archive of texts.
  package static func archive(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var zip = ZipWriter()
    for file in files {
      zip.add(
        file.name, method: 0, data: file.bytes, count: file.bytes.count,
        checksum: UInt32(PNGBuilder.sum(file.bytes)))
    }
    return zip.bytes()
  }
}
