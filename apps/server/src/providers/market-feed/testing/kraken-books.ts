import { crc32 } from 'node:zlib';

const STEP = 0.1;

/** The messages of one subscription to the channel `book`: one level on each side. Prices are multiples of 0.1. */
export class KrakenBookWriter {
  readonly #symbol: string;
  #price = 0;

  constructor(symbol: string) {
    this.#symbol = symbol;
  }

  snapshot(price: number): string {
    this.#price = price;
    return this.#message('snapshot', [bidOf(price)], [askOf(price)]);
  }

  /** The message that changes the price. Its numbers keep their trailing zeros, which JSON.stringify would drop. */
  update(price: number, atMs: number): string {
    const before = this.#price;
    this.#price = price;
    const removed = (text: string) => (before === price ? [] : [[text, '0.00000000'] as const]);
    return this.#message(
      'update',
      [...removed(bidOf(before)[0]), bidOf(price)],
      [...removed(askOf(before)[0]), askOf(price)],
      `,"timestamp":"${new Date(atMs).toISOString()}"`,
    );
  }

  #message(type: string, bids: readonly Row[], asks: readonly Row[], more = ''): string {
    const checksum = crc32([...askOf(this.#price), ...bidOf(this.#price)].map(digits).join(''));
    const row = `"symbol":"${this.#symbol}","bids":[${bids.map(json)}],"asks":[${asks.map(json)}],"checksum":${checksum}`;
    return `{"channel":"book","type":"${type}","data":[{${row}${more}}]}`;
  }
}

type Row = readonly [price: string, quantity: string];
const bidOf = (price: number): Row => [(price - STEP).toFixed(1), '1000.50000000'];
const askOf = (price: number): Row => [(price + STEP).toFixed(1), '900.00000000'];
const json = ([price, quantity]: Row): string => `{"price":${price},"qty":${quantity}}`;
const digits = (text: string): string => text.replace('.', '').replace(/^0+/, '');
