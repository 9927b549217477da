import Raster
import Stages
import SystemPackage
import TestSupport
import Testing

@testable import Reading

@Suite struct SourceMetadataTests {
  private static let xmp = "<?xpacket?><x:xmpmeta>ü\u{1}</x:xmpmeta>"
  /// The trailer that leads readers to the end of an XMP packet in a GIF when they take it for
  /// sub-blocks (Adobe, XMP specification, part 3).
  private static let trailer: [UInt8] = [1] + (0...255).reversed().map { UInt8($0) } + [0]

  private func metadata(_ bytes: [UInt8], _ name: String) throws -> SourceInfo.Metadata {
    try openSource(.bytes(bytes, name: name)).info.metadata
  }

  /// An Exif block of one entry, big endian.
  private func exif(orientation: UInt8) -> [UInt8] {
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
      + [0, 0, 0, 0]
  }

  private func gif(_ packet: [UInt8]) -> [UInt8] {
    var gif = GIFBuilder(2, 2)
    gif.comment(Array("hello".utf8))
    gif.raw([0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + packet)
    gif.raw(
      [0x21, 0xFF, 11] + Array("ICCRGBG1012".utf8)
        + GIFBuilder.subBlocks(ICCProfileBuilder.gray(.power(2.2), name: "Old scanner")))
    gif.frame(.init(w: 2, h: 2, fill: 1, delay: 5))
    gif.end()
    return gif.bytes
  }

  @Test func ofGIF() throws {
    let bytes = gif(Array(Self.xmp.utf8) + Self.trailer)
    let source = try openSource(.bytes(bytes, name: "x.gif"))
    #expect(
      source.info.metadata
        == SourceInfo.Metadata(comments: ["hello"], xmp: Self.xmp, profileName: "Old scanner"))
    #expect(source.info.frames.count == 1)
    #expect(source.info.warnings.isEmpty)
  }

  /// Sub-blocks that are too short for the trailer, and one that is not text.
  @Test(arguments: [GIFBuilder.subBlocks([60, 62]), [0], [0xC3] + trailer])
  func ofGIFWithoutAWholePacket(packet: [UInt8]) throws {
    let found = try metadata(gif(packet), "x.gif")
    #expect(found == SourceInfo.Metadata(comments: ["hello"], profileName: "Old scanner"))
  }

  @Test func ofPNG() throws {
    var png = PNGBuilder(1, 1)
    png.chunk("eXIf", exif(orientation: 6))
    png.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Array(Self.xmp.utf8))
    png.chunk("tEXt", Array("Author\0me".utf8))
    png.data([0])
    png.end()
    #expect(
      try metadata(png.bytes, "x.png")
        == SourceInfo.Metadata(comments: ["Author: me"], orientation: 6, xmp: Self.xmp))
  }

  @Test func ofPNGWithCompressedTexts() throws {
    let text = PNGBuilder.zlib(Array("by hand".utf8))
    var png = PNGBuilder(1, 1)
    png.chunk("zTXt", Array("Software\0\0".utf8) + text)
    png.chunk(
      "iTXt",
      Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8) + PNGBuilder.zlib(Array(Self.xmp.utf8)))
    // With another compression method, and damaged.
    png.chunk("zTXt", Array("Title\0\u{1}".utf8) + text)
    png.chunk("zTXt", Array("Title\0\0".utf8) + text.dropLast())
    png.data([0])
    png.end()
    #expect(
      try metadata(png.bytes, "x.png")
        == SourceInfo.Metadata(comments: ["Software: by hand"], xmp: Self.xmp))
  }

  /// Texts that together exceed the limit are omitted, and the picture is read.
  @Test func ofPNGWithALotOfText() throws {
    var png = PNGBuilder(1, 1)
    for _ in 0..<3 {
      png.chunk(
        "zTXt", Array("Title\0\0".utf8) + PNGBuilder.zlib([UInt8](repeating: 65, count: 700)))
    }
    png.data([0])
    png.end()
    var options = ReadingOptions()
    options.limits.maxMetadataChunkBytes = 1500
    let info = try openSource(.bytes(png.bytes, name: "x.png"), options: options).info
    #expect(info.metadata.comments.count == 2)
    #expect(info.frames.count == 1)
  }

  /// The position of a C2PA manifest in each format (C2PA Specification, "Embedding manifests").
  @Test func credentialsAreFoundInEveryFormat() throws {
    var gif = GIFBuilder(2, 2)
    gif.raw([0x21, 0xFF, 11] + Array("C2PA_GIF".utf8) + [1, 0, 0] + GIFBuilder.subBlocks([1, 2]))
    gif.frame(.init(w: 2, h: 2, fill: 1, delay: 5))
    gif.end()
    #expect(try metadata(gif.bytes, "x.gif").hasCredentials)
    #expect(try !metadata(self.gif([0]), "x.gif").hasCredentials)

    var png = PNGBuilder(1, 1)
    png.chunk("caBX", [0])
    png.data([0])
    png.end()
    #expect(try metadata(png.bytes, "x.png").hasCredentials)

    try TemporaryFolder.with { folder in
      func make(_ name: String, _ options: [String]) throws -> [UInt8] {
        let path = try MadeVideo.make(name, in: folder, count: 1, options)
        let bytes = try TemporaryFolder.bytes(of: path)
        #expect(try !metadata(bytes, name).hasCredentials, "\(name)")
        return bytes
      }
      let jpeg = try make("a.jpg", [])
      let boxes =
        Array("JP".utf8) + [0, 1, 0, 0, 0, 1, 0, 0, 0, 30] + Array("jumb".utf8)
        + [0, 0, 0, 22] + Array("jumdc2pa".utf8) + [UInt8](repeating: 0, count: 10)
      let segment = [0xFF, 0xEB, 0, UInt8(boxes.count + 2)] + boxes
      #expect(try metadata(jpeg.prefix(2) + segment + jpeg.dropFirst(2), "a.jpg").hasCredentials)
      let avif = try make("a.avif", ["-c:v", "libaom-av1", "-cpu-used", "8"])
      let name: [UInt8] = [
        0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4,
        0x81,
      ]
      let marked = avif + [0, 0, 0, 28] + Array("uuid".utf8) + name + [0, 0, 0, 0]
      #expect(try metadata(marked, "a.avif").hasCredentials)
    }
  }

  /// Written by libavif, with XMP and without.
  @Test(arguments: [("xmp.avif", true), ("still.avif", false)])
  func ofAVIF(name: String, hasXMP: Bool) throws {
    let path = SourceTree.root.appending("Tests/Fixtures/AVIF/\(name)")
    #expect(try metadata(TemporaryFolder.bytes(of: path), name).hasOtherXMP == hasXMP)
  }

  @Test(arguments: [[], Array("Exif\0\0".utf8)])
  func ofWebP(mark: [UInt8]) throws {
    let still = WebPBuilder.chunk("VP8L", WebPBuilder.lossless(1, 1, [0xFF00_00FF]))
    let profile = ICCProfileBuilder.rgb(
      ICCProfileBuilder.Colorants.standard, .standard(entries: 256), name: "My screen")
    let bytes = WebPBuilder.file(
      WebPBuilder.extended(1, 1, flags: 0x2C) + WebPBuilder.chunk("ICCP", profile) + still
        + WebPBuilder.chunk("EXIF", mark + exif(orientation: 8))
        + WebPBuilder.chunk("XMP ", Array(Self.xmp.utf8)))
    #expect(
      try metadata(bytes, "x.webp")
        == SourceInfo.Metadata(orientation: 8, xmp: Self.xmp, profileName: "My screen"))
  }

  /// Written by Pillow, which is independent of animconv; a JPEG is read as the only image of a
  /// folder.
  @Test(.enabled(if: Pillow.isAvailable, "\(Pillow.hint)")) func ofJPEGAndPNGFromPillow() throws {
    try TemporaryFolder.with { folder in
      let script = """
        import os, sys
        from PIL import Image, ImageCms, PngImagePlugin
        picture = Image.new("RGB", (3, 2), "red")
        jpeg = sys.argv[1] + "/jpeg/a.jpg"
        os.mkdir(sys.argv[1] + "/jpeg")
        exif = Image.Exif()
        exif[0x0112] = 6
        profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
        print(ImageCms.getProfileDescription(profile).strip(), end="")
        xmp = sys.argv[2].encode()
        picture.save(
          jpeg, comment="hand made", exif=exif, icc_profile=profile.tobytes())
        data = open(jpeg, "rb").read()
        packet = b"http://ns.adobe.com/xap/1.0/\\0" + xmp
        packet = b"\\xff\\xe1" + (len(packet) + 2).to_bytes(2, "big") + packet
        open(jpeg, "wb").write(data[:2] + packet + data[2:])
        info = PngImagePlugin.PngInfo()
        info.add_text("Comment", "hand made", zip=True)
        info.add_itxt("XML:com.adobe.xmp", sys.argv[2], zip=True)
        picture.save(
          sys.argv[1] + "/a.png", pnginfo=info, exif=exif, icc_profile=profile.tobytes())
        """
      let output = try Pillow.run(script, folder.path.string, Self.xmp)
      let wanted = SourceInfo.Metadata(
        comments: ["hand made"], orientation: 6, xmp: Self.xmp,
        profileName: String(decoding: output, as: UTF8.self))
      for name in ["jpeg", "a.png"] {
        let source = try openSource(.path(folder.appending(name)))
        #expect(source.info.metadata == wanted, "\(name)")
        #expect(source.info.size == PixelSize(width: 2, height: 3))
      }
    }
  }

  @Test func ofAFolderIsThatOfItsFirstPicture() throws {
    try TemporaryFolder.with { folder in
      for (index, author) in ["first", "second"].enumerated() {
        var png = PNGBuilder(1, 1)
        png.chunk("tEXt", Array("Author\0\(author)".utf8))
        png.data([0])
        png.end()
        try folder.write(png.bytes, to: "\(index).png")
      }
      #expect(
        try openSource(.path(folder.path)).info.metadata
          == SourceInfo.Metadata(comments: ["Author: first"]))
    }
  }
}
