import AtlasTestSupport
import Testing

@testable import Atlases

/// In formats whose packs cannot refer to each other, packs follow by number.
@Suite struct MultiPackTests {
  /// The sample's files on two pages, under the names of the pages' images.
  private func packs(_ format: AtlasDataFormat) throws -> [String: [UInt8]] {
    var atlas = folderAtlas()
    atlas.pages[0].image = "walk-0.png"
    atlas.pages[1].image = "walk-1.png"
    // Each page has its own range of frames.
    atlas.frames[2].page = 1
    let files = try AtlasWriter.files(for: atlas, formats: [format], baseName: "walk")
    return Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.bytes) })
  }

  private func read(_ files: [String: [UInt8]], from name: String) throws -> Atlas {
    let first = try AtlasReader.parse(files[name]!, limits: defaultLimits)
    return try MultiPack.read(first, name: name, limits: defaultLimits) { name in
      guard let bytes = files[name] else { throw AtlasError.imageNotFound(name: name) }
      return bytes
    }
  }

  /// A pack that names itself, or an already read pack in another spelling, counts as the same.
  @Test func aPackIsReadOnceHoweverItIsSpelled() throws {
    func pack(_ related: String) -> [UInt8] {
      Array(
        """
        {"frames": {"a": {"frame": {"x": 0, "y": 0, "w": 4, "h": 4}}}, "meta": {"image": "a.png",
        "related_multi_packs": [\(related)]}}
        """.utf8)
    }
    let related = #""./x.json", "././y.json", "y.json", ".//y.json""#
    var opened: [String] = []
    let first = try AtlasReader.parse(pack(related), limits: defaultLimits)
    let whole = try MultiPack.read(first, name: "x.json", limits: defaultLimits) { name in
      opened.append(name)
      return pack(related)
    }
    #expect(opened == ["././y.json"])
    #expect(whole.frames.count == 2)
  }

  @Test(arguments: [(AtlasDataFormat.starling, "xml"), (.cocos, "plist")])
  func theNextNumberFollows(format: AtlasDataFormat, ending: String) throws {
    var files = try packs(format)
    let (zero, one) = ("walk-0.\(ending)", "walk-1.\(ending)")
    #expect(files[zero] != nil && files[one] != nil)
    let whole = try read(files, from: zero)
    let alone = try read(files, from: one)
    #expect(whole.pages.map(\.image) == ["walk-0.png", "walk-1.png"])
    #expect(whole.frames.count > alone.frames.count && alone.pages.count == 1)
    // Under another name, or after a gap, no further pack is read.
    files["other.\(ending)"] = files[zero]
    #expect(try read(files, from: "other.\(ending)").pages.count == 1)
    files["walk-2.\(ending)"] = files.removeValue(forKey: one)
    #expect(try read(files, from: zero).pages.count == 1)
  }
}
