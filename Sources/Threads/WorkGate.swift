/// Starts work as long as processors and memory suffice for everything that is running.
///
/// Work is admitted to open its input, with one thread and a small need. It then knows its needs,
/// and continues when enough is free (``WorkPermit/goOn(needing:cancellation:)``). Admitted work
/// continues before new work is admitted. Otherwise, work of a higher priority comes first, and work
/// of the same priority in the order of arrival. A large conversion that must wait until little else
/// runs is thus not delayed forever by small ones of its priority. Work that needs more than the
/// limit runs alone.
///
/// At most as many conversions are admitted as there are processors, which limits the number of
/// threads. Waiting work has no thread, no descriptor and no memory except its request.
///
/// Short interactive work, such as opening an animation to play it, is admitted in addition, again
/// at most as many pieces at once as there are processors.
package final class WorkGate: Sendable {
  /// The purpose of work.
  package enum Purpose: Sendable {
    /// The work may take any time.
    case conversion
    /// The work is short, and a user waits for it.
    case playback
  }

  fileprivate struct Waiter {
    let id: UInt64
    let priority: TaskPriority
    let need: WorkNeed
    /// Called outside the lock, once.
    let wake: @Sendable (Result<Void, any Error>) -> Void
  }

  /// Waiters by priority and then in the order of arrival; any of them can be removed.
  fileprivate struct Line {
    /// The highest priority first.
    private var orders: [(priority: TaskPriority, order: Fifo<UInt64>)] = []
    private var waiters: [UInt64: Waiter] = [:]

    var count: Int { waiters.count }

    mutating func append(_ waiter: Waiter) {
      waiters[waiter.id] = waiter
      let place = orders.firstIndex { $0.priority <= waiter.priority } ?? orders.endIndex
      if place == orders.endIndex || orders[place].priority != waiter.priority {
        orders.insert((waiter.priority, Fifo()), at: place)
      }
      orders[place].order.append(waiter.id)
    }

    mutating func remove(_ id: UInt64) -> Waiter? { waiters.removeValue(forKey: id) }

    /// The longest-waiting one of the highest priority.
    var first: Waiter? {
      mutating get {
        while !orders.isEmpty {
          while let id = orders[0].order.first {
            if let waiter = waiters[id] { return waiter }
            _ = orders[0].order.popFirst()
          }
          orders.removeFirst()
        }
        return nil
      }
    }

    mutating func popFirst() -> Waiter? { first.flatMap { remove($0.id) } }
  }

  fileprivate struct State {
    var slots: Int
    var bytes: Int
    /// The resources of running work, by its permit.
    var held: [UInt64: WorkNeed] = [:]
    var usedSlots = 0
    var usedBytes = 0
    /// Admitted work that has not ended; it may wait to continue.
    var inside = 0
    var playback = 0
    var lastID: UInt64 = 0
    /// Admitted work that waits to continue.
    var goingOn = Line()
    /// Work that waits to be admitted.
    var outside = Line()
    var outsidePlayback = Line()
  }

  private let state: GuardedState<State>

  /// - Parameters:
  ///   - slots: the number of threads that may compute at once, at least 1.
  ///   - bytes: the estimated memory limit.
  package init(slots: Int, bytes: Int) {
    state = GuardedState(State(slots: max(1, slots), bytes: bytes))
  }

  package var slots: Int {
    get { state.withLock { $0.slots } }
    set { change { $0.slots = max(1, newValue) } }
  }

  package var bytes: Int {
    get { state.withLock { $0.bytes } }
    set { change { $0.bytes = newValue } }
  }

  /// Reserves memory that belongs to no single work, such as pictures with many readers; a negative
  /// number releases it. This never waits: work that is alone runs with any reservation.
  package func setApart(bytes: Int) { change { $0.usedBytes &+= bytes } }

  /// Work that runs or waits to continue.
  package var inside: Int { state.withLock { $0.inside + $0.playback } }

  /// Admitted work that waits to continue.
  package var waitingInside: Int { state.withLock { $0.goingOn.count } }

  /// Work that has not been admitted.
  package var waiting: Int { state.withLock { $0.outside.count + $0.outsidePlayback.count } }

  /// Waits until the work is admitted.
  ///
  /// - Throws: `CancellationError` as soon as the flag is set.
  package func admit(
    _ purpose: Purpose = .conversion, priority: TaskPriority = Task.currentPriority,
    cancellation: CancellationFlag
  ) async throws -> WorkPermit {
    let id = makeID()
    let arrival = ContinuousClock.now
    var registration: UInt64 = 0
    defer { cancellation.forget(registration) }
    try await withCheckedThrowingContinuation { continuation in
      wait(
        Waiter(id: id, priority: priority, need: .opening) { continuation.resume(with: $0) },
        outsideFor: purpose)
      registration = cancellation.whenSet { self.cancel(id) }
    }
    return WorkPermit(self, purpose, priority, id, waited: .now - arrival)
  }

  /// Makes the calling thread wait until its turn has come and the resources are free; for work that
  /// knows its needs before it is admitted.
  ///
  /// - Throws: `CancellationError` as soon as the flag is set.
  package func enter(needing need: WorkNeed, cancellation: CancellationFlag) throws -> WorkPermit {
    let id = makeID()
    let arrival = ContinuousClock.now
    let priority = Task.currentPriority
    try block(id, priority, need, cancellation) { wait($0, outsideFor: .conversion) }
    return WorkPermit(self, .conversion, priority, id, waited: .now - arrival)
  }

  private func makeID() -> UInt64 {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  private func wait(_ waiter: Waiter, outsideFor purpose: Purpose) {
    change { state in
      switch purpose {
      case .conversion: state.outside.append(waiter)
      case .playback: state.outsidePlayback.append(waiter)
      }
    }
  }

  /// Makes the calling thread wait for its turn.
  private func block(
    _ id: UInt64, _ priority: TaskPriority, _ need: WorkNeed, _ cancellation: CancellationFlag,
    _ enqueue: (Waiter) -> Void
  ) throws {
    let turn = Turn()
    enqueue(Waiter(id: id, priority: priority, need: need) { turn.come($0) })
    let registration = cancellation.whenSet { self.cancel(id) }
    defer { cancellation.forget(registration) }
    try turn.wait()
  }

  private func cancel(_ id: UInt64) {
    let waiter = change { state in
      state.outside.remove(id) ?? state.outsidePlayback.remove(id) ?? state.goingOn.remove(id)
    }
    waiter?.wake(.failure(CancellationError()))
  }

  /// The implementation of ``WorkPermit/goOn(needing:cancellation:)``.
  fileprivate func goOn(
    _ id: UInt64, _ priority: TaskPriority, _ need: WorkNeed, _ cancellation: CancellationFlag
  ) throws {
    try block(id, priority, need, cancellation) { waiter in
      change { state in
        state.giveBack(id)
        state.goingOn.append(waiter)
      }
    }
  }

  /// The implementation of ``WorkPermit/pause()``.
  fileprivate func pause(_ id: UInt64) { change { $0.giveBack(id) } }

  fileprivate func end(_ id: UInt64, _ purpose: Purpose) {
    change { state in
      switch purpose {
      case .conversion:
        state.giveBack(id)
        state.inside -= 1
      case .playback: state.playback -= 1
      }
    }
  }

  /// Changes the state and wakes the work that can continue.
  private func change<Value>(_ body: (inout State) -> Value) -> Value {
    let (value, woken) = state.withLock { state in
      let value = body(&state)
      return (value, state.serve())
    }
    for waiter in woken { waiter.wake(.success(())) }
    return value
  }
}

extension WorkGate.State {
  private func fits(_ need: WorkNeed) -> Bool {
    held.isEmpty
      || min(need.slots, slots) <= slots - usedSlots && need.bytes <= bytes - usedBytes
  }

  private mutating func take(_ waiter: WorkGate.Waiter) {
    let need = WorkNeed(slots: min(waiter.need.slots, slots), bytes: waiter.need.bytes)
    held[waiter.id] = need
    usedSlots += need.slots
    usedBytes &+= need.bytes
  }

  fileprivate mutating func giveBack(_ id: UInt64) {
    guard let need = held.removeValue(forKey: id) else { return }
    usedSlots -= need.slots
    usedBytes &-= need.bytes
  }

  /// The waiters that can continue.
  fileprivate mutating func serve() -> [WorkGate.Waiter] {
    var woken: [WorkGate.Waiter] = []
    while playback < slots, let waiter = outsidePlayback.popFirst() {
      playback += 1
      woken.append(waiter)
    }
    while let waiter = goingOn.first, fits(waiter.need) {
      _ = goingOn.popFirst()
      take(waiter)
      woken.append(waiter)
    }
    while goingOn.first == nil, inside < slots, let waiter = outside.first, fits(waiter.need) {
      _ = outside.popFirst()
      inside += 1
      take(waiter)
      woken.append(waiter)
    }
    return woken
  }
}

/// A waiting thread.
private final class Turn: @unchecked Sendable {
  private var result: Result<Void, any Error>?
  private let monitor = Monitor()

  func come(_ result: Result<Void, any Error>) { monitor.enter { self.result = result } }

  func wait() throws {
    try monitor.enter { () -> Result<Void, any Error> in
      while true {
        if let result { return result }
        monitor.wait()
      }
    }.get()
  }
}

/// The resources of work admitted by a ``WorkGate``; released when it ends or with the last
/// reference.
package final class WorkPermit: Sendable {
  private let gate: WorkGate
  private let purpose: WorkGate.Purpose
  private let priority: TaskPriority
  private let id: UInt64
  private let hasEnded = GuardedState(false)
  private let waiting: GuardedState<Duration>

  fileprivate init(
    _ gate: WorkGate, _ purpose: WorkGate.Purpose, _ priority: TaskPriority, _ id: UInt64,
    waited: Duration
  ) {
    self.gate = gate
    self.purpose = purpose
    self.priority = priority
    self.id = id
    waiting = GuardedState(waited)
  }

  /// How long the work has waited for its turn and for resources.
  package var waited: Duration { waiting.withLock { $0 } }

  deinit { end() }

  /// Waits on the calling thread until the resources that the work needs are free. While it waits,
  /// it holds only its thread. Playback continues at once.
  ///
  /// - Throws: `CancellationError` as soon as the flag is set.
  package func goOn(needing need: WorkNeed, cancellation: CancellationFlag) throws {
    guard purpose == .conversion else { return }
    let arrival = ContinuousClock.now
    try gate.goOn(id, priority, need, cancellation)
    waiting.withLock { $0 += .now - arrival }
  }

  /// Releases processors and memory until the work continues, while it waits for something else.
  package func pause() {
    if purpose == .conversion { gate.pause(id) }
  }

  /// The work is done.
  package func end() {
    let isFirst = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
    if isFirst { gate.end(id, purpose) }
  }
}
