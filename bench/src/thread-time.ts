/**
 * CPU milliseconds of this thread. Querying the whole process first makes Linux update its counters; otherwise it
 * reports a thread's counters as of the last tick, up to 4 ms ago.
 */
export function threadMs(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
