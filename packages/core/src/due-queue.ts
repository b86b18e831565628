import { grownFloats } from './columns.ts';

/**
 * What is due, by (time, id): a binary heap of pairs. An entry whose cause is gone stays until it comes up; its owner then
 * finds nothing and takes the next.
 */
export class DueQueue {
  private times = new Float64Array(64);
  private ids = new Float64Array(64);
  count = 0;

  /** Time of the first entry; the queue must not be empty. */
  get firstTime(): number {
    return this.times[0];
  }

  /** Id of the first entry; the queue must not be empty. */
  get firstId(): number {
    return this.ids[0];
  }

  push(time: number, id: number): void {
    if (this.count === this.times.length) {
      this.times = grownFloats(this.times, this.count * 2);
      this.ids = grownFloats(this.ids, this.count * 2);
    }
    const { times, ids } = this;
    let at = this.count++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(time, id, times[parent], ids[parent])) break;
      times[at] = times[parent];
      ids[at] = ids[parent];
      at = parent;
    }
    times[at] = time;
    ids[at] = id;
  }

  /** Drops the first entry. */
  pop(): void {
    const { times, ids } = this;
    const last = --this.count;
    const time = times[last];
    const id = ids[last];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= last) break;
      if (child + 1 < last && isBefore(times[child + 1], ids[child + 1], times[child], ids[child])) child++;
      if (!isBefore(times[child], ids[child], time, id)) break;
      times[at] = times[child];
      ids[at] = ids[child];
      at = child;
    }
    times[at] = time;
    ids[at] = id;
  }
}

const isBefore = (time: number, id: number, otherTime: number, otherId: number): boolean =>
  time < otherTime || (time === otherTime && id < otherId);
