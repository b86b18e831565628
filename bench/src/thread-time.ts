/**
 * Milliseconds that this thread has had a processor. Asking about the whole process first makes Linux count up to now: of a thread
 * alone it tells what it knew at its last tick, up to 4 ms ago.
 */
export function threadMs(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
