internal import Threads

extension PixelBuffer {
  /// Recycles the memory of pictures of equal size, so that the number of allocations does not
  /// depend on the number of frames.
  ///
  /// The pool does not block: the queues between stages limit the number of buffers in use, and
  /// ``peakLive`` reports the highest number.
  public final class Pool: Sendable {
    /// Extra bytes after the last row of every buffer.
    static let slack = 64

    /// The size of every buffer.
    public let size: PixelSize

    private struct Memory: @unchecked Sendable {
      var base: UnsafeMutablePointer<UInt8>
      var contents: Int?
    }

    private struct State {
      var free: [Memory] = []
      var live = 0
      var peakLive = 0
    }

    private let state = GuardedState(State())
    /// The number of unused buffers that wait for reuse.
    private let maxSpare: Int
    /// Called when a buffer is no longer used, on the thread that released it.
    private let onReturn: (@Sendable () -> Void)?

    /// A pool of pictures of one size; keeps all memory for reuse.
    public convenience init(size: PixelSize) {
      self.init(size: size, maxSpare: .max, onReturn: nil)
    }

    /// A pool that returns memory beyond `maxSpare` unused buffers to the system.
    package init(size: PixelSize, maxSpare: Int = .max, onReturn: (@Sendable () -> Void)? = nil) {
      self.size = size
      self.maxSpare = maxSpare
      self.onReturn = onReturn
    }

    deinit { dropSpare() }

    /// Returns the memory of unused buffers to the system.
    package func dropSpare() {
      let dropped = state.withLock { state in
        defer { state.free = [] }
        return state.free
      }
      for memory in dropped { release(memory.base) }
    }

    /// Allocates memory for this many buffers and touches every page of it, so that later users do
    /// not wait for the system; at most as many as the pool keeps unused.
    package func prepare(_ count: Int) {
      let page = 4096
      for _ in 0..<min(count, maxSpare) {
        let base = allocate()
        for offset in Swift.stride(from: 0, to: Self.byteCount(size), by: page) { base[offset] = 0 }
        state.withLock { $0.free.append(Memory(base: base, contents: nil)) }
      }
    }

    /// The number of buffers in use.
    public var live: Int { state.withLock { $0.live } }
    /// The highest number of buffers in use so far.
    public var peakLive: Int { state.withLock { $0.peakLive } }

    /// A buffer with undefined pixels, or with an older picture of the same source. The most
    /// recently returned memory comes first, because it holds the newest picture.
    public func take() -> PixelBuffer {
      let recycled: Memory? = state.withLock { state in
        state.live += 1
        state.peakLive = max(state.peakLive, state.live)
        return state.free.popLast()
      }
      let memory = recycled ?? Memory(base: allocate(), contents: nil)
      return PixelBuffer(size: size, base: memory.base, contents: memory.contents, pool: self)
    }

    func putBack(_ base: UnsafeMutablePointer<UInt8>, contents: Int?) {
      let memory = Memory(base: base, contents: contents)
      let isKept = state.withLock { state in
        state.live -= 1
        if state.free.count >= maxSpare { return false }
        state.free.append(memory)
        return true
      }
      if !isKept { release(memory.base) }
      onReturn?()
    }

    /// A buffer that `fill` has written completely, in the format of ``PixelBuffer``. Rows follow
    /// one another without padding.
    ///
    /// Pixels with alpha 0 get the colour 0 afterwards.
    public func buffer(
      filledBy fill: (UnsafeMutableRawBufferPointer) throws -> Void
    ) rethrows -> PixelBuffer {
      let buffer = take()
      buffer.contents = nil
      try fill(UnsafeMutableRawBufferPointer(start: buffer.base, count: buffer.byteCount))
      buffer.clearTransparentColors()
      return buffer
    }

    /// The number of bytes of one buffer.
    package static func byteCount(_ size: PixelSize) -> Int { size.area * 4 + slack }

    /// The size from which a buffer gets its own memory mapping: 256 KiB.
    private static let mappedBytes = 256 << 10

    private func allocate() -> UnsafeMutablePointer<UInt8> {
      let bytes = Self.byteCount(size)
      if bytes >= Self.mappedBytes, let mapped = MappedMemory.take(bytes) {
        return mapped.bindMemory(to: UInt8.self, capacity: bytes)
      }
      precondition(bytes < Self.mappedBytes, "no memory for a picture of \(size)")
      let raw = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
      return raw.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    }

    private func release(_ base: UnsafeMutablePointer<UInt8>) {
      let bytes = Self.byteCount(size)
      if bytes < Self.mappedBytes {
        base.deallocate()
      } else {
        MappedMemory.giveBack(base, bytes)
      }
    }
  }
}
