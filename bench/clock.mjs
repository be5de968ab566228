/**
 * Returns a clock that measures wall time, or the processor time of this process, in milliseconds. Processor time
 * includes garbage collection on other threads, but not the time that other programs use.
 */
export function clockNamed(clock) {
  if (clock === "wall") return () => performance.now();
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
}
