/**
 * Clocks in milliseconds: wall time, or processor time of this process. Processor time includes garbage collection on
 * other threads and does not depend on other programs.
 */
export function clockNamed(clock) {
  if (clock === "wall") return () => performance.now();
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
}
