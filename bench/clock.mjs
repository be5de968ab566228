/**
 * Milliseconds that pass in this process: on the wall, or of processor time, collecting garbage on other threads included, where
 * other programs on the machine do not matter.
 */
export function clockNamed(clock) {
  if (clock === "wall") return () => performance.now();
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
}
