import { readFileSync } from 'node:fs';
import process from 'node:process';

interface ProcessStat {
  readonly state: string;
  /** The start time in clock ticks since boot; together with the id it identifies a process uniquely. */
  readonly startTicks: string;
}

/**
 * Reads fields by their numbers in proc_pid_stat(5): 3 is the state, 22 the start time. The name in field 2 may contain
 * spaces.
 */
function readStat(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', startTicks: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/** Whether a process with this id is running; on Linux, a zombie is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return readStat(pid)?.state !== 'Z';
}

/**
 * A mark that distinguishes this process from a later one with the same id; empty if the system does not reveal when it
 * was started.
 */
export function startMark(pid: number): string {
  return readStat(pid)?.startTicks ?? '';
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
