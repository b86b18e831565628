import { grownFloats, grownInts } from './columns.ts';

/**
 * A queue of entries that become due, ordered by (time, id): a binary heap. Each entry has a key, a small whole number
 * such as a slot, by which the entry can be removed when it is no longer needed.
 */
export class DueQueue {
  private times = new Float64Array(64);
  private ids = new Float64Array(64);
  private keys = new Int32Array(64);
  /** For each key: the index of its entry in the heap + 1; 0 if the key has no entry. */
  private places = new Int32Array(64);
  count = 0;

  /** Time of the first entry; the queue must not be empty. */
  get firstTime(): number {
    return this.times[0];
  }

  /** Key of the first entry; the queue must not be empty. */
  get firstKey(): number {
    return this.keys[0];
  }

  /** Makes room for this many entries in advance. */
  reserve(entries: number): void {
    if (entries > this.times.length) this.grow(entries);
    if (entries > this.places.length) this.places = grownInts(this.places, entries);
  }

  /** Adds an entry for a key that has none yet. */
  push(time: number, id: number, key: number): void {
    if (this.count === this.times.length) this.grow(this.count * 2);
    if (key >= this.places.length) this.places = grownInts(this.places, 2 * key);
    this.rise(this.count++, time, id, key);
  }

  /**
   * Adds an entry for the key, or moves the key's entry to another time. A key must always be given with the same id.
   */
  set(time: number, id: number, key: number): void {
    const at = (key < this.places.length ? this.places[key] : 0) - 1;
    if (at < 0) this.push(time, id, key);
    else if (time < this.times[at]) this.rise(at, time, id, key);
    else if (time > this.times[at]) this.sink(at, time, id, key);
  }

  /** Removes the key's entry, if there is one. */
  remove(key: number): void {
    const at = (key < this.places.length ? this.places[key] : 0) - 1;
    if (at < 0) return;
    this.places[key] = 0;
    const last = --this.count;
    if (at === last) return;
    const { times, ids, keys } = this;
    const parent = (at - 1) >> 1;
    if (at > 0 && isBefore(times[last], ids[last], times[parent], ids[parent]))
      this.rise(at, times[last], ids[last], keys[last]);
    else this.sink(at, times[last], ids[last], keys[last]);
  }

  /** Puts an entry at a free position of the heap, then moves it up as far as the heap order requires. */
  private rise(from: number, time: number, id: number, key: number): void {
    const { times, ids } = this;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(time, id, times[parent], ids[parent])) break;
      this.move(parent, at);
      at = parent;
    }
    this.put(at, time, id, key);
  }

  /** Puts an entry at a free position of the heap, then moves it down as far as the heap order requires. */
  private sink(from: number, time: number, id: number, key: number): void {
    const { times, ids, count } = this;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= count) break;
      if (child + 1 < count && isBefore(times[child + 1], ids[child + 1], times[child], ids[child])) child++;
      if (!isBefore(times[child], ids[child], time, id)) break;
      this.move(child, at);
      at = child;
    }
    this.put(at, time, id, key);
  }

  private move(from: number, to: number): void {
    this.put(to, this.times[from], this.ids[from], this.keys[from]);
  }

  private put(at: number, time: number, id: number, key: number): void {
    this.times[at] = time;
    this.ids[at] = id;
    this.keys[at] = key;
    this.places[key] = at + 1;
  }

  private grow(length: number): void {
    this.times = grownFloats(this.times, length);
    this.ids = grownFloats(this.ids, length);
    this.keys = grownInts(this.keys, length);
  }
}

const isBefore = (time: number, id: number, otherTime: number, otherId: number): boolean =>
  time < otherTime || (time === otherTime && id < otherId);
