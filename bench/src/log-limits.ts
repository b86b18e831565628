import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { GCProfiler, getHeapStatistics } from 'node:v8';
import { quantile } from './figures.ts';

/** Postgres writes its log in pages of this size. */
const PAGE_BYTES = 8_192;
const FILE_PAGES = 4_096;
const DISK_SECONDS = 2;

/** p99 latency in ms of bare writes with fdatasync, `bytes` each at this rate, into preallocated space. */
export async function diskP99(bytes: number, perSecond: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-disk-'));
  const file = openSync(join(folder, 'log'), 'w');
  try {
    writeSync(file, Buffer.alloc(FILE_PAGES * PAGE_BYTES, 1));
    fdatasyncSync(file);
    const pages = Math.ceil(bytes / PAGE_BYTES);
    const content = Buffer.alloc(pages * PAGE_BYTES, 2);
    const times = new Float64Array(Math.floor(perSecond * DISK_SECONDS));
    const startedAt = performance.now();
    for (let index = 0; index < times.length; index += 1) {
      const aheadMs = startedAt + (index * 1_000) / perSecond - performance.now();
      if (aheadMs > 0) await sleep(aheadMs);
      const sentAt = performance.now();
      writeSync(file, content, 0, content.length, ((index * pages) % (FILE_PAGES - pages)) * PAGE_BYTES);
      fdatasyncSync(file);
      times[index] = performance.now() - sentAt;
    }
    return quantile(times, 0.99);
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Collects the garbage collection pauses of this thread, in ms, until `stop` is called. */
export function watchCollections(): { readonly pausesMs: number[]; stop(): void } {
  const pausesMs: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) pausesMs.push(duration);
  });
  observer.observe({ entryTypes: ['gc'] });
  return { pausesMs, stop: () => observer.disconnect() };
}

/**
 * Starts measuring this thread's allocations. The returned function gives the bytes allocated since then: the sum of
 * the heap's growth between collections.
 */
export function watchAllocations(): () => number {
  const profiler = new GCProfiler();
  let left = getHeapStatistics().used_heap_size;
  profiler.start();
  return () => {
    let made = 0;
    for (const { beforeGC, afterGC } of profiler.stop().statistics) {
      made += beforeGC.heapStatistics.usedHeapSize - left;
      left = afterGC.heapStatistics.usedHeapSize;
    }
    return made + getHeapStatistics().used_heap_size - left;
  };
}

/**
 * Starts measuring the machine's CPU time. The returned function gives the shares of the time since then that were
 * idle, and stolen by the host; undefined except on Linux.
 */
export function watchProcessors(): () => { readonly idle: number; readonly stolen: number } | undefined {
  const before = processorTimes();
  return () => {
    const after = processorTimes();
    if (before === undefined || after === undefined) return undefined;
    const spent = after.map((ticks, index) => ticks - (before[index] ?? 0));
    const all = spent.reduce((sum, ticks) => sum + ticks, 0);
    return { idle: (spent[3] ?? 0) / all, stolen: (spent[7] ?? 0) / all };
  };
}

/**
 * The machine's CPU ticks so far, in the order user, nice, system, idle, iowait, irq, softirq, steal; undefined except
 * on Linux.
 */
function processorTimes(): number[] | undefined {
  if (process.platform !== 'linux') return undefined;
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  return line.split(/\s+/).slice(1, 9).map(Number);
}
