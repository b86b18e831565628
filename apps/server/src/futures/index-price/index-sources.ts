import type pg from 'pg';
import { type Pair, pairName, pairOf } from '../../providers/market-feed/market-feed.ts';
import type { IndexedMarket, SourceChoice } from './index-source.ts';

/** How long a proposed pair is followed: long enough to fill in a form, and to see that it has a price. */
const PROPOSED_MS = 15 * 60_000;
const MAX_PROPOSED = 30;

interface Proposal {
  readonly source: string;
  readonly pair: Pair;
  readonly untilMs: number;
}

type Coins = Pick<IndexedMarket, 'base' | 'quote'>;

/**
 * The index sources of each perpetual market, and the pair that is read from each source. A market for which nothing
 * was chosen uses all sources, with the pair of its own base and quote codes. Table index_sources.
 */
export class IndexSources {
  readonly #pool: pg.Pool;
  readonly #clock: () => number;
  /** The choices by the codes of the markets' coins. Undefined until they have been loaded. */
  #choices: Map<string, SourceChoice> | undefined;
  #loading: Promise<void> | undefined;
  readonly #proposals = new Map<string, Proposal>();

  constructor(pool: pg.Pool, clock: () => number) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** Loads the choices. Call this, and wait for it, before reading them with `of`. */
  async load(): Promise<void> {
    if (this.#choices !== undefined) return;
    this.#loading ??= this.#read();
    try {
      await this.#loading;
    } finally {
      this.#loading = undefined;
    }
  }

  /** The index sources chosen for a market; undefined if none were chosen. Empty until the choices have been loaded. */
  of(market: Coins): SourceChoice | undefined {
    return this.#choices === undefined ? new Map() : this.#choices.get(keyOf(market));
  }

  /** Sets the index sources chosen for a market, which may not be listed yet. Undefined removes the choice. */
  async choose(market: Coins, choice: SourceChoice | undefined): Promise<void> {
    await this.load();
    const rows = [...(choice ?? [])];
    await this.#pool.query(
      `with removed as (delete from index_sources where base = $1 and quote = $2 and source <> all ($3::text[]))
       insert into index_sources (base, quote, source, symbol)
       select $1, $2, source, symbol from unnest($3::text[], $4::text[]) as chosen (source, symbol)
       on conflict (base, quote, source) do update set symbol = excluded.symbol`,
      [market.base.code, market.quote.code, rows.map(([source]) => source), rows.map(([, pair]) => pairName(pair))],
    );
    if (choice === undefined) this.#choices?.delete(keyOf(market));
    else this.#choices?.set(keyOf(market), choice);
  }

  /** Follows the pairs of a choice for a while, to show whether they have a price. */
  propose(choice: SourceChoice): void {
    const untilMs = this.#clock() + PROPOSED_MS;
    for (const [source, pair] of choice) {
      const key = `${source} ${pairName(pair)}`;
      this.#proposals.delete(key);
      this.#proposals.set(key, { source, pair, untilMs });
    }
    for (const [key, { untilMs: endMs }] of this.#proposals)
      if (endMs <= this.#clock() || this.#proposals.size > MAX_PROPOSED) this.#proposals.delete(key);
  }

  /** The pairs of a source that are followed because they were proposed. */
  proposed(source: string): readonly Pair[] {
    const nowMs = this.#clock();
    return [...this.#proposals.values()]
      .filter((one) => one.source === source && one.untilMs > nowMs)
      .map(({ pair }) => pair);
  }

  async #read(): Promise<void> {
    const { rows } = await this.#pool.query<Record<'base' | 'quote' | 'source' | 'symbol', string>>(
      'select base, quote, source, symbol from index_sources',
    );
    const choices = new Map<string, Map<string, Pair>>();
    for (const { base, quote, source, symbol } of rows) {
      const key = `${base}-${quote}`;
      const pair = pairOf(symbol);
      if (pair === undefined)
        throw new Error(`the index source ${source} of ${key} has the malformed symbol ${symbol}`);
      choices.set(key, (choices.get(key) ?? new Map<string, Pair>()).set(source, pair));
    }
    this.#choices ??= choices;
  }
}

const keyOf = ({ base, quote }: Coins): string => `${base.code}-${quote.code}`;
