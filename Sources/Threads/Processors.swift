internal import CLibrary

/// Processors that this process may use; at least one.
package let processorCount: Int = {
  // A container or `taskset` may leave the process less than the machine has.
  let allowed = allowedProcessors
  return allowed > 0 ? allowed : max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}()

/// Bytes of memory that the machine has; 1 GiB where the system does not tell.
package let physicalMemory: Int = {
  let pages = Int(sysconf(Int32(_SC_PHYS_PAGES)))
  return max(1 << 30, pages * Int(sysconf(Int32(_SC_PAGESIZE))))
}()
