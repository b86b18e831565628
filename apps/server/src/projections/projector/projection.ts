import type { CoreEvent, OwnerId } from '@vitrine/core';
import type pg from 'pg';
import { connect } from '../../kit/postgres/connect.ts';
import { limitSession } from '../../kit/postgres/limits.ts';
import { BooksProjection } from '../books/books-projection.ts';
import { AccountBalancesProjection } from '../tables/account-balances.ts';
import { CandlesProjection } from '../tables/candles.ts';
import { ConvertsProjection } from '../tables/converts.ts';
import { FillsProjection } from '../tables/fills.ts';
import { FundingsProjection, MarkPricesProjection } from '../tables/fundings.ts';
import { LedgerLinesProjection } from '../tables/ledger-lines.ts';
import { LiquidationsProjection } from '../tables/liquidations.ts';
import { MarketsProjection } from '../tables/markets.ts';
import { MoneyRecordsProjection } from '../tables/money-records.ts';
import { OrdersProjection, YOUNG_MS, type YoungOrders } from '../tables/orders.ts';
import { PositionChangesProjection } from '../tables/position-changes.ts';
import { TakerFlowProjection } from '../tables/taker-flow.ts';
import { TradesProjection } from '../tables/trades.ts';
import { Checkpoints } from './checkpoints.ts';
import type { EventBatch } from './event-batch.ts';
import { lowerPriority } from './lower-priority.ts';
import type { At } from './projected-event.ts';

/**
 * The time limit of a statement. Under load, a flush's largest statement takes about a second. An abandoned flush is
 * retried as a whole.
 */
const STATEMENT_MS = 15_000;

/**
 * An SQL statement that ends a session whose connection died silently while the session waited for COPY rows.
 * Otherwise, the session would hold its locks for longer than any timeout of Postgres.
 */
const END_SESSION = `
select pg_terminate_backend(pid, 5000) from pg_stat_activity
where pid = $1 and datname = current_database() and application_name = 'vitrine projector'`;

/** The position of the tables, and the database session that writes them. */
interface Standing {
  readonly position: string;
  readonly time_ms: string;
  readonly replay_position: string;
  readonly partition_end: string;
  readonly session: number;
}

interface ProjectionParts {
  readonly client: pg.Client;
  readonly markets: MarketsProjection;
  readonly checkpoints: Checkpoints;
  readonly books: BooksProjection;
  readonly liquidations: LiquidationsProjection;
}

export interface ProjectionOptions {
  /** Timeout of each statement. */
  readonly statementMs?: number | undefined;
  /** The session of a connection that was abandoned; it is ended first. */
  readonly lost?: number;
  /** Called for each client whose P&L book cannot be continued. */
  readonly bookFailed?: (owner: OwnerId, reason: Error) => void;
  /** Clock in milliseconds that decides when P&L books are stored. */
  readonly now?: () => number;
}

/**
 * Fills the read models. Batches are folded in memory; a flush writes the result and its log position in one
 * transaction. Thus nothing is lost or counted twice, no matter which process is killed.
 */
export class Projection {
  /** The database session in which this projection writes. */
  readonly session: number;
  readonly #client: pg.Client;
  readonly #markets: MarketsProjection;
  readonly #orders = new OrdersProjection();
  readonly #fills = new FillsProjection();
  readonly #lines = new LedgerLinesProjection();
  readonly #books: BooksProjection;
  readonly #balances: AccountBalancesProjection;
  readonly #moneyRecords = new MoneyRecordsProjection();
  readonly #converts = new ConvertsProjection();
  readonly #trades = new TradesProjection();
  readonly #candles = new CandlesProjection();
  readonly #takerFlow: TakerFlowProjection;
  readonly #liquidations: LiquidationsProjection;
  readonly #positionChanges: PositionChangesProjection;
  readonly #fundings = new FundingsProjection();
  readonly #markPrices = new MarkPricesProjection();
  readonly #checkpoints: Checkpoints;
  #position: number;
  #timeMs: number;
  #flushedPosition: number;
  #replayPosition: number;
  /** The histories have partitions for all positions before this one. */
  #partitionEnd: number;

  /**
   * Starts at the tables' replay position. The events after it, up to the position of the tables, are already in the
   * tables, except those of orders that were too recent to be written; only those are folded.
   */
  static async open(
    databaseUrl: string,
    { statementMs = STATEMENT_MS, lost, bookFailed = () => {}, now }: ProjectionOptions = {},
  ): Promise<Projection> {
    const client = await connect(databaseUrl, 'vitrine projector', statementMs);
    await limitSession(client, statementMs);
    // Rows reported as flushed must survive a crash of the database, because their events are no longer retained.
    await client.query('set synchronous_commit = on');
    // A plan that is cached while a table is small would scan the whole table at every flush once the table has grown.
    await client.query('set plan_cache_mode = force_custom_plan');
    await lowerPriority(client);
    if (lost !== undefined) await client.query(END_SESSION, [lost]);
    const { rows } = await client.query<Standing>(
      `select position, time_ms, replay_position, (select max(to_position) from history_partition) as partition_end,
         pg_backend_pid() as session
       from projector_position`,
    );
    const parts = {
      client,
      markets: await MarketsProjection.load(client),
      checkpoints: await Checkpoints.load(client),
      books: new BooksProjection(bookFailed, now),
      liquidations: await LiquidationsProjection.load(client),
    };
    return new Projection(parts, rows[0] as Standing);
  }

  private constructor({ client, markets, checkpoints, books, liquidations }: ProjectionParts, standing: Standing) {
    this.session = standing.session;
    this.#client = client;
    this.#markets = markets;
    this.#checkpoints = checkpoints;
    this.#takerFlow = new TakerFlowProjection(markets);
    this.#books = books;
    this.#liquidations = liquidations;
    this.#positionChanges = new PositionChangesProjection(liquidations, books);
    this.#balances = new AccountBalancesProjection(markets, this.#lines, this.#fills, books, liquidations);
    this.#position = this.#replayPosition = Number(standing.replay_position);
    this.#timeMs = Number(standing.time_ms);
    this.#flushedPosition = Number(standing.position);
    this.#partitionEnd = Number(standing.partition_end);
  }

  /** The last position that has been folded. */
  get position(): number {
    return this.#position;
  }

  /** The last position that is in the tables. */
  get flushedPosition(): number {
    return this.#flushedPosition;
  }

  /** Whether changed P&L books of clients have not been stored yet; a flush may leave some of them for later. */
  get hasUnstoredBooks(): boolean {
    return this.#books.hasUnstored;
  }

  /**
   * The next startup replays the log after this position, for the orders that were too recent to be written at the last
   * flush.
   */
  get replayPosition(): number {
    return this.#replayPosition;
  }

  /** Folds a batch, or skips it if it was folded before. Throws if earlier batches are missing. */
  apply({ firstPosition, count, timeMs, events }: EventBatch): void {
    const last = firstPosition + count - 1;
    if (last <= this.#position) return;
    if (firstPosition !== this.#position + 1)
      throw new Error(
        `The projector is at position ${this.#position}, but received a batch that starts at position ${firstPosition}`,
      );
    const isWritten = last <= this.#flushedPosition;
    const at = { position: 0, timeMs, afterPosition: firstPosition - 1, line: 0 };
    events.forEach((index, event) => {
      if (firstPosition + index !== at.position) {
        at.position = firstPosition + index;
        at.line = 0;
      }
      if (!isWritten) this.#fold(event, at);
      else if (isOfOrder(event)) this.#orders.apply(event, at);
    });
    this.#position = last;
    this.#timeMs = timeMs;
    if (last === this.#flushedPosition) this.#orders.forgetWritten();
  }

  #fold(event: CoreEvent, at: At): void {
    switch (event.kind) {
      case 'OrderFilled':
        this.#orders.apply(event, at);
        this.#balances.apply(event, at);
        if (this.#markets.get(event.market).isPerpetual) this.#positionChanges.apply(event, at);
        this.#trades.apply(event, at);
        this.#candles.apply(event, at);
        this.#takerFlow.apply(event, at);
        return;
      case 'OrderAccepted':
      case 'OrderProtected':
      case 'OrderEnded':
      case 'OrderAmended':
      case 'OrderTriggered':
        this.#orders.apply(event, at);
        return;
      case 'TransferPosted':
      case 'HoldPosted':
        this.#balances.apply(event, at);
        this.#moneyRecords.apply(event, at);
        return;
      case 'Converted':
        this.#converts.apply(event, at);
        this.#moneyRecords.apply(event, at);
        return;
      case 'HoldPending':
      case 'HoldVoided':
        this.#moneyRecords.apply(event, at);
        return;
      case 'AssetRegistered':
      case 'MarketListed':
      case 'PerpetualListed':
      case 'MarketRulesChanged':
        this.#markets.apply(event);
        return;
      default:
        this.#foldPerpetual(event, at);
    }
  }

  #foldPerpetual(event: CoreEvent, at: At): void {
    switch (event.kind) {
      case 'PositionChanged':
      case 'FundingSettled':
        this.#balances.apply(event, at);
        this.#positionChanges.apply(event, at);
        return;
      case 'PositionSettled':
        this.#balances.apply(event, at);
        this.#liquidations.apply(event, at);
        this.#positionChanges.apply(event, at);
        return;
      case 'PositionClosed':
      case 'MarginChanged':
        this.#positionChanges.apply(event, at);
        return;
      case 'LiquidationStarted':
        this.#liquidations.apply(event, at);
        return;
      case 'FundingEnded':
        this.#balances.apply(event, at);
        this.#fundings.apply(event, at);
        return;
      case 'FundingStarted':
        this.#fundings.apply(event, at);
        return;
      case 'MarkPriceSet':
        this.#markPrices.apply(event, at);
    }
  }

  /**
   * Writes everything folded so far, except open orders younger than `youngMs`. If this throws, it is unknown what was
   * written: open a new Projection to find out.
   */
  async flush(youngMs = YOUNG_MS): Promise<void> {
    const [position, timeMs] = [this.#position, this.#timeMs];
    const hasNews = position > this.#flushedPosition || this.#books.isDue || (youngMs === 0 && this.#orders.hasYoung);
    if (!hasNews || position < this.#flushedPosition) return;
    const client = this.#client;
    const young = this.#orders.settle(position, timeMs - youngMs);
    await client.query('begin');
    await this.#advance(position, timeMs, young);
    while (position >= this.#partitionEnd) this.#partitionEnd = await this.#beginPartition(timeMs);
    await this.#markets.flush(client);
    await this.#orders.flush(client);
    await this.#balances.flush(client);
    await this.#fills.flush(client);
    await this.#lines.flush(client);
    await this.#moneyRecords.flush(client);
    await this.#converts.flush(client);
    await this.#trades.flush(client);
    await this.#candles.flush(client);
    await this.#takerFlow.flush(client);
    await this.#positionChanges.flush(client);
    await this.#liquidations.flush(client);
    await this.#fundings.flush(client);
    await this.#markPrices.flush(client);
    await this.#books.flush(client, this.#flushedPosition);
    await this.#checkpoints.flush(client, { position, timeMs, newestOrder: this.#orders.newest });
    await client.query('commit');
    this.#flushedPosition = position;
    this.#replayPosition = young.replayPosition;
  }

  /**
   * Must be the transaction's first statement: its row lock makes a second projector wait, and its condition fails if a
   * second projector has written in the meantime.
   */
  async #advance(position: number, timeMs: number, { replayPosition, firstOrder }: YoungOrders): Promise<void> {
    const { rowCount } = await this.#client.query({
      name: 'advance',
      text: `update projector_position set position = $1, time_ms = $2, replay_position = $3, young_order = $4
             where position = $5`,
      values: [position, timeMs, replayPosition, firstOrder, this.#flushedPosition],
    });
    if (rowCount !== 1) throw new Error('Another process is updating the read models of this database');
  }

  async #beginPartition(timeMs: number): Promise<number> {
    const { rows } = await this.#client.query<{ end: string }>('select begin_history_partition($1) as "end"', [timeMs]);
    return Number(rows[0]?.end);
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => {});
  }
}

type OrderEvent = Parameters<OrdersProjection['apply']>[0];

const orderEvents: readonly CoreEvent['kind'][] = [
  'OrderAccepted',
  'OrderProtected',
  'OrderTriggered',
  'OrderFilled',
  'OrderAmended',
  'OrderEnded',
];
const isOfOrder = (event: CoreEvent): event is OrderEvent => orderEvents.includes(event.kind);
