/// The high dynamic range of a video whose samples are handed on as they are: what a container and a
/// stream say of it.
package struct StoredLight: Sendable, Hashable {
  /// What people call the transfer: `PQ` or `HLG`.
  package let name: String
  package let tags: ColorTags
  package var metadata: LightMetadata

  package init(name: String, tags: ColorTags, metadata: LightMetadata) {
    self.name = name
    self.tags = tags
    self.metadata = metadata
  }
}
