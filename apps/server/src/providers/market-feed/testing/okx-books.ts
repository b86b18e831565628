import { crc32 } from 'node:zlib';

const LEVELS = 30;
const STEP = 0.1;

type Row = [price: string, size: string, unused: string, orders: string];

/** A message of the channel `books`. Tests of misbehavior change it before it is sent. */
export interface BookMessage {
  arg: { channel: string; instId: string };
  action: 'snapshot' | 'update';
  data: { asks: Row[]; bids: Row[]; ts: string; checksum: number; seqId: number; prevSeqId: number }[];
}

/** The messages of one subscription: a snapshot, and updates in a chain. Prices are multiples of 0.1. */
export class OkxBookWriter {
  readonly #pair: string;
  #seqId = -1;
  #count = 0;
  #rows: { readonly bids: Row[]; readonly asks: Row[] } = { bids: [], asks: [] };

  constructor(pair: string) {
    this.#pair = pair;
  }

  snapshot(price: number, atMs: number): BookMessage {
    this.#rows = this.#rowsAt(price);
    return this.#message('snapshot', this.#rows, atMs, 1_000);
  }

  /**
   * The message that changes the price. Its sequence number need not directly follow the previous one, which it also
   * contains.
   */
  update(price: number, atMs: number): BookMessage {
    const before = this.#rows;
    this.#rows = this.#rowsAt(price);
    const changed = { bids: changes(before.bids, this.#rows.bids), asks: changes(before.asks, this.#rows.asks) };
    return this.#message('update', changed, atMs, this.#seqId + 3);
  }

  /** The size of the last level differs in each message, so that every update changes something. */
  #rowsAt(price: number) {
    this.#count += 1;
    const size = `${LEVELS}.${10 + (this.#count % 90)}`;
    const withSize = (rows: Row[]) => rows.map((row, i): Row => (i === LEVELS - 1 ? [row[0], size, '0', '1'] : row));
    const { bids, asks } = rowsAt(price);
    return { bids: withSize(bids), asks: withSize(asks) };
  }

  #message(
    action: 'snapshot' | 'update',
    changed: { readonly bids: Row[]; readonly asks: Row[] },
    atMs: number,
    seqId: number,
  ): BookMessage {
    const row = { ...changed, ts: String(atMs), checksum: checksumOf(this.#rows), seqId, prevSeqId: this.#seqId };
    this.#seqId = seqId;
    return { arg: { channel: 'books', instId: this.#pair }, action, data: [row] };
  }
}

/** The message with these fields replaced in its row. */
export const withFields = (message: BookMessage, fields: object): BookMessage =>
  ({ ...message, data: message.data.map((row) => ({ ...row, ...fields })) }) as BookMessage;

function rowsAt(price: number) {
  const side = (direction: 1 | -1) =>
    Array.from(
      { length: LEVELS },
      (_, i): Row => [(price + direction * STEP * (i + 1)).toFixed(1), `${i + 1}.50`, '0', '1'],
    );
  return { bids: side(-1), asks: side(1) };
}

/** The changed levels: removed ones with the size zero, and new or changed ones. */
function changes(before: readonly Row[], after: readonly Row[]): Row[] {
  const removed = before.filter(([price]) => !after.some((row) => row[0] === price));
  const changed = after.filter(([price, size]) => !before.some((row) => row[0] === price && row[1] === size));
  return [...removed.map(([price]): Row => [price, '0', '0', '0']), ...changed];
}

function checksumOf({ bids, asks }: { readonly bids: readonly Row[]; readonly asks: readonly Row[] }): number {
  const texts = Array.from({ length: 25 }, (_, i) => [bids[i], asks[i]].flatMap((row) => row?.slice(0, 2) ?? []));
  return crc32(texts.flat().join(':')) | 0;
}
