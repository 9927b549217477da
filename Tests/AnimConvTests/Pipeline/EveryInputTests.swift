import AnimTiming
import AtlasTestSupport
import Foundation
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Atlases
@testable import Raster
@testable import Reading
@testable import Stages
@testable import Writing

/// One input of each kind becomes an MP4 with every frame at its time. The times are read from the
/// written boxes.
@Suite struct EveryInputTests {
  struct Input: Sendable, CustomTestStringConvertible {
    let name: String
    /// Durations in ms.
    let expected: [Int]
    var fps: FrameRate?
    var cell: PixelSize?
    let make: @Sendable (TemporaryFolder) throws -> FilePath

    var testDescription: String { name }

    init(
      _ name: String, _ expected: [Int], fps: FrameRate? = nil, cell: PixelSize? = nil,
      make: @escaping @Sendable (TemporaryFolder) throws -> FilePath
    ) {
      (self.name, self.expected, self.fps, self.cell) = (name, expected, fps, cell)
      self.make = make
    }

    /// A separate file.
    init(_ name: String, _ expected: [Int], file: String, bytes: @escaping @Sendable () -> [UInt8])
    {
      self.init(name, expected) { folder in
        try folder.write(bytes(), to: file)
        return folder.appending(file)
      }
    }

    /// A description next to `sheet.png` of 64 x 16 pixels.
    init(atlas name: String, _ expected: [Int], _ text: String, fps: FrameRate? = nil) {
      self.init(name, expected, fps: fps) { folder in
        try folder.write(DrawnSheet(64, 16).png(), to: "sheet.png")
        try folder.write(text, to: "data")
        return folder.appending("data")
      }
    }

    /// A list of `f0.png`, `f1.png` and `f2.png`.
    init(list name: String, _ expected: [Int], _ text: String, file: String = "list") {
      self.init(name, expected) { folder in
        try folder.writePictures(0...2, size: 16)
        try folder.write(text, to: file)
        return folder.appending(file)
      }
    }

    /// Twelve frames of 100 ms by the `ffmpeg` command.
    init(video file: String, _ options: [String]) {
      self.init(file, Array(repeating: 100, count: 12)) { folder in
        let path = folder.appending(file)
        _ = try Command.run(
          ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=10", "-pix_fmt"]
            + ["yuv420p", "-frames:v", "12"] + options + [path.string])
        return path
      }
    }
  }

  static let all = animations + pictures + lists + atlases + videos + drawings

  static let animations = [
    Input("GIF", [70, 100, 1500], file: "a") {
      var gif = GIFBuilder(16, 16)
      for delay in [7, 1, 150] { gif.frame(.init(w: 16, h: 16, fill: 1, delay: delay)) }
      gif.end()
      return gif.bytes
    },
    Input("APNG", [70, 100, 1500], file: "a") {
      var png = PNGBuilder(16, 16)
      png.animation(frames: 3)
      for (index, delay) in [(7, 100), (1, 100), (3, 2)].enumerated() {
        png.control(w: 16, h: 16, delay: delay)
        let pixels = Array(repeating: UInt32(0xFF00_0040 + index), count: 256)
        if index == 0 { png.data(pixels) } else { png.frameData(pixels) }
      }
      png.end()
      return png.bytes
    },
    Input("WebP", [33, 100, 1501], file: "a") {
      var webp = WebPBuilder(16, 16)
      for delay in [33, 10, 1501] {
        webp.frame(
          .init(w: 16, h: 16, pixels: Array(repeating: WebPBuilder.red, count: 256), delay: delay))
      }
      return webp.bytes
    },
    Input("still PNG", [100], file: "a") { PictureFiles.png(16, 16) },
  ]

  static let pictures = [
    Input("folder", [40, 40, 40], fps: FrameRate(25)) { folder in
      try folder.writePictures([1, 2, 10], size: 16) { "frames-\($0)-.png" }
      try FileManager.default.removeItem(atPath: folder.appending("frames-10-.png").string)
      try folder.writePictures([3], size: 16) { "frames-\($0)-.png" }
      return folder.path
    },
    Input("folder of names with delays", [70, 300, 100]) { folder in
      try folder.writePictures([0], size: 16) { "\($0)_delay-0.07s.png" }
      try folder.writePictures([1], size: 16) { "\($0)-300ms.png" }
      try folder.writePictures([2], size: 16) { "\($0) (100ms).png" }
      return folder.path
    },
    Input(
      "glob", [100, 100],
      make: { folder in
        try folder.writePictures(0...1, size: 16)
        return folder.appending("f*.png")
      }),
    Input("numbered pattern", [50, 50, 50], fps: FrameRate(20)) { folder in
      try folder.writePictures(1...3, size: 16) { "f000\($0).png" }
      return folder.appending("f%04d.png")
    },
    Input("imagesets", [100, 100]) { folder in
      for index in 1...2 {
        try FileManager.default.createDirectory(
          atPath: folder.appending("\(index).imageset").string, withIntermediateDirectories: true)
        try folder.write(PictureFiles.png(16, 16), to: "\(index).imageset/x.png")
        try folder.write(
          #"{"images":[{"filename":"x.png","scale":"1x"}],"info":{"version":1}}"#,
          to: "\(index).imageset/Contents.json")
      }
      return folder.path
    },
    Input("Aseprite", [70, 1200], file: "walk.ase") {
      var file = AsepriteBuilder(16, 16, depth: 16)
      file.layer()
      for (value, delay) in [(UInt8(80), 70), (200, 1200)] {
        file.cel(0, w: 16, h: 16, samples: (0..<512).map { $0 % 2 == 0 ? value : 255 })
        file.frame(delay: delay)
      }
      return file.bytes
    },
    Input("ugoira", [70, 1200]) { folder in
      var zip = ZipWriter()
      func add(_ name: String, _ bytes: [UInt8]) {
        zip.add(
          name, method: 0, data: bytes, count: bytes.count,
          checksum: UInt32(PNGBuilder.sum(bytes)))
      }
      for index in 0...1 { add("00000\(index).png", PictureFiles.png(16, 16)) }
      let list =
        #"{"frames":[{"file":"000000.png","delay":70},{"file":"000001.png","delay":1200}]}"#
      add("animation.json", Array(list.utf8))
      try folder.write(zip.bytes(), to: "work.zip")
      return folder.appending("work.zip")
    },
    Input("sheet by cell", [100, 100, 100, 100], cell: PixelSize(width: 16, height: 16)) { folder in
      try folder.write(DrawnSheet(64, 16).png(), to: "sheet.png")
      return folder.appending("sheet.png")
    },
    Input("sheet by name", [25, 25], fps: FrameRate(40)) { folder in
      try folder.write(DrawnSheet(64, 16).png(), to: "walk_2x1.png")
      return folder.appending("walk_2x1.png")
    },
  ]

  static let drawings =
    OptionalLibrary.ofReading.contains { $0.name == "rlottie" && $0.failure == nil }
    ? [
      Input("Lottie", [40, 40, 40], file: "a.json") {
        var lottie = LottieBuilder()
        (lottie.rate, lottie.end) = ("25", "3")
        (lottie.width, lottie.height) = ("16", "16")
        return lottie.bytes
      }
    ] : []

  static let lists = [
    Input(
      list: "ffconcat", [70, 40],
      "ffconcat version 1.0\nfile f0.png\nduration 0.07\nfile f1.png\nduration 40ms\nfile f1.png\n"),
    Input(
      list: "timing.json", [40, 1500],
      """
      {"format":"animconv-timing","version":1,"frames":[{"file":"f0.png","duration":40},
      {"file":"f2.png","duration":"3/2"}]}
      """),
    Input(
      list: "apngasm JSON", [200, 50],
      #"{"name":"x","loops":0,"default_delay":"1/5","frames":["f0",{"f1":"5/100"}]}"#),
    Input(
      list: "apngasm XML", [200, 50],
      """
      <?xml version="1.0"?><animation default_delay="1/5"><frame src="f0.png"/>\
      <frame src="f1.png" delay="5/100"/></animation>
      """),
    Input(list: "CSV", [70, 500, 20], "f0.png,70\nf1.png,0.5s\nf2.png,20ms\n", file: "list.csv"),
    Input(
      list: "ugoira JSON", [70, 12],
      #"{"body":{"frames":[{"file":"f0.png","delay":70},{"file":"f2.png","delay":12}]}}"#),
  ]

  private static func cell(_ x: Int, _ more: String = "") -> String {
    packedFrame(x, 0, 16, 16, more: more)
  }

  static let atlases = [
    Input(
      atlas: "Aseprite hash", [70, 30],
      """
      {"frames":{"a 0":\(cell(0, ",\"duration\":70")),"a 1":\(cell(16, ",\"duration\":30"))},
      "meta":{"app":"https://www.aseprite.org/","image":"sheet.png","scale":"1"}}
      """),
    Input(
      atlas: "TexturePacker array", [100, 100],
      """
      {"frames":[{"filename":"a",\(cell(0).dropFirst()),{"filename":"b",\(cell(16).dropFirst())],
      "meta":{"app":"https://www.codeandweb.com/texturepacker","image":"sheet.png","scale":"1"}}
      """),
    Input(
      atlas: "PixiJS", [100, 100, 100],
      """
      {"frames":{"a":\(cell(0)),"b":\(cell(16)),"c":\(cell(32))},"animations":{"run":["c","a"]},
      "meta":{"image":"sheet.png","scale":"1"}}
      """),
    Input(
      atlas: "Phaser", [50, 50],
      """
      {"textures":[{"image":"sheet.png","format":"RGBA8888","size":{"w":64,"h":16},"scale":1,
      "frames":[{"filename":"a",\(cell(0).dropFirst()),{"filename":"b",\(cell(16).dropFirst())]}]}
      """, fps: FrameRate(20)),
    Input(
      atlas: "Starling", [100],
      """
      <TextureAtlas imagePath="sheet.png"><SubTexture name="a" x="0" y="0" width="16" height="16"/>\
      </TextureAtlas>
      """),
    Input(
      atlas: "Cocos2d", [100],
      """
      <plist version="1.0"><dict><key>frames</key><dict><key>a</key><dict><key>frame</key>\
      <string>{{0,0},{16,16}}</string><key>offset</key><string>{0,0}</string><key>rotated</key>\
      <false/><key>sourceSize</key><string>{16,16}</string></dict></dict><key>metadata</key><dict>\
      <key>format</key><integer>2</integer><key>textureFileName</key><string>sheet.png</string>\
      </dict></dict></plist>
      """),
    Input(
      atlas: "libGDX", [100, 100],
      """
      sheet.png
      size: 64,16
      a
        bounds: 0, 0, 16, 16
        index: 0
      a
        bounds: 16, 0, 16, 16
        index: 1
      """),
    Input(
      atlas: "Godot", [200, 500],
      """
      [gd_resource type="SpriteFrames" load_steps=4 format=3]

      [ext_resource type="Texture2D" path="res://sheet.png" id="1_a"]

      [sub_resource type="AtlasTexture" id="T_1"]
      atlas = ExtResource("1_a")
      region = Rect2(0, 0, 16, 16)

      [sub_resource type="AtlasTexture" id="T_2"]
      atlas = ExtResource("1_a")
      region = Rect2(16, 0, 16, 16)

      [resource]
      animations = [{
      "frames": [{
      "duration": 2.0,
      "texture": SubResource("T_1")
      }, {
      "duration": 5.0,
      "texture": SubResource("T_2")
      }],
      "loop": true,
      "name": &"walk",
      "speed": 10.0
      }]
      """),
  ]

  static let videos = [
    Input(video: "a.mp4", ["-c:v", "libx264", "-bf", "3"]),
    Input(video: "a.mov", ["-c:v", "libx264"]),
    Input(video: "a.mkv", ["-c:v", "libx264"]),
    Input(video: "a.webm", ["-c:v", "libvpx-vp9"]),
    Input(video: "a.avi", ["-c:v", "mpeg4"]),
    Input(video: "a.ts", ["-c:v", "libx264"]),
    Input(video: "a.flv", ["-c:v", "flv"]),
    Input(video: "a.y4m", []),
  ]

  @Test(arguments: all) func framesStartWhenTheyShould(input: Input) throws {
    try TemporaryFolder.with { place in
      try TemporaryFolder.with { folder in
        var conversion = Conversion(
          input: .path(try input.make(folder)), output: .file(place.appending("out.mp4")))
        conversion.reading.frameRate = input.fps
        conversion.reading.sheet.grid.cell = input.cell
        conversion.video.encoderPreset = "ultrafast"
        let report = try ConversionJob(conversion).run()
        #expect(report.frameCount == input.expected.count)

        let boxes = MovieBoxes(try place.bytes(of: "out.mp4"))
        let scale = Int(boxes.media?.timescale ?? 0)
        var time = 0
        var start = 0
        #expect(boxes.sampleDurations.count == input.expected.count)
        for (ticks, expected) in zip(boxes.sampleDurations, input.expected) {
          #expect(time * 1000 == start * scale)
          time += Int(ticks)
          start += expected
        }
        #expect(time * 1000 == start * scale)
        #expect(Int(boxes.media?.duration ?? 0) == time)
      }
    }
  }
}
