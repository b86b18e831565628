import type { LogEntryKind } from '@vitrine/contract';
import type { Core, CoreEvent, OrderFilled } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import type { Instruments } from '../../kit/instruments.ts';
import { Readership } from './readership.ts';
import type { Subscriber } from './subscribers.ts';
import type { PublicEntry } from './topic-message.ts';

/** The number of entries in a snapshot, and the maximum number in an update. */
const SNAPSHOT_ENTRIES = 12;
const UPDATE_ENTRIES = 5;
/** Updates are sent with every second flush of figures. */
const FLUSHES_PER_UPDATE = 2;

/**
 * The kind that an event gives its entry, the most telling first: an order that trades at once is a trade, and a
 * conversion is a conversion although it has orders and trades. The words are deliberately coarse: 'account' stands for
 * everything that is set for one client, 'hold' and 'transfer' for every purpose. An entry without any of these events is of another kind.
 */
const kinds: readonly (readonly [LogEntryKind, readonly CoreEvent['kind'][]])[] = [
  ['convert', ['Converted']],
  ['trade', ['OrderFilled']],
  ['margin', ['MarginChanged', 'LiquidationStarted', 'PositionSettled', 'PositionClosed', 'FundingSettled']],
  ['order', ['OrderAccepted', 'OrderTriggered']],
  ['amend', ['OrderAmended']],
  ['cancel', ['OrderEnded']],
  // After 'cancel': a freeze also ends the owner's orders, which the book shows; it must look like a cancellation.
  ['account', ['OwnerFrozen', 'OwnerUnfrozen', 'RestrictionsSet', 'FeeTierSet', 'LeverageSet']],
  ['release', ['HoldPosted', 'HoldVoided']],
  ['hold', ['HoldPending']],
  ['transfer', ['TransferPosted']],
  [
    'market',
    [
      'AssetRegistered',
      'MarketListed',
      'MarketRulesChanged',
      'MarketStatusChanged',
      'ReferencePriceSet',
      'FeeScheduleSet',
      'PerpetualListed',
      'PerpetualTermsChanged',
      'MinimumTermSet',
      'MarkPriceSet',
      'ClosingStarted',
      'FundingStarted',
      'FundingEnded',
    ],
  ],
];
const order: readonly LogEntryKind[] = [...kinds.map(([kind]) => kind), 'other'];
const rankOf: ReadonlyMap<CoreEvent['kind'], number> = new Map(
  kinds.flatMap(([, events], rank) => events.map((event) => [event, rank] as const)),
);
const LAST_RANK = order.length - 1;

/** An entry of the batch that is being applied. */
interface Draft {
  rank: number;
  fill: OrderFilled | undefined;
}

/**
 * The public view of the log: position, kind and time of the newest entries, and the last trade of those that traded. A
 * busy log is sampled; the position includes all entries.
 */
export class LogChannel {
  readonly #core: () => Core;
  readonly #instruments: Instruments;
  readonly #readership = new Readership(() => this.#snapshot());
  /** Oldest first. */
  #newest: PublicEntry[] = [];
  /** The position and time of the newest entry, whether or not it is shown. */
  #position = 0;
  #timeMs: TimeMs | undefined;
  /** The newest position that was sent to readers. */
  #sent = 0;
  #flushes = 0;
  /** The drafts of the batch's last commands, starting with the one at index `#first`. */
  #first = 0;
  #drafts: Draft[] = [];

  constructor(core: () => Core, instruments: Instruments) {
    this.#core = core;
    this.#instruments = instruments;
  }

  subscribe(subscriber: Subscriber): void {
    if (this.#readership.isEmpty) this.#position = this.#core().position;
    this.#readership.add(subscriber);
  }

  unsubscribe(subscriber: Subscriber): void {
    this.#readership.delete(subscriber);
    // The log is not followed without readers, so the entries become outdated.
    if (this.#readership.isEmpty) [this.#newest, this.#drafts, this.#sent] = [[], [], 0];
  }

  /**
   * Begins a batch. Returns the index of the first command whose events the channel needs: only the last few of a batch
   * can be among the newest entries.
   */
  begin(firstPosition: number, count: number, timeMs: TimeMs): number {
    if (this.#readership.isEmpty) return Number.POSITIVE_INFINITY;
    this.#settle();
    this.#position = firstPosition + count - 1;
    this.#timeMs = timeMs;
    this.#first = Math.max(0, count - SNAPSHOT_ENTRIES);
    this.#drafts = Array.from({ length: count - this.#first }, () => ({ rank: LAST_RANK, fill: undefined }));
    this.#readership.changed();
    return this.#first;
  }

  apply(index: number, event: CoreEvent): void {
    const draft = this.#drafts[index - this.#first];
    if (draft === undefined) return;
    draft.rank = Math.min(draft.rank, rankOf.get(event.kind) ?? LAST_RANK);
    if (event.kind === 'OrderFilled') draft.fill = event;
  }

  flush(): void {
    if (this.#readership.isEmpty) return;
    this.#flushes += 1;
    if (this.#flushes % FLUSHES_PER_UPDATE !== 0) return;
    this.#settle();
    const timeMs = this.#timeMs;
    if (timeMs !== undefined && this.#position > this.#sent) {
      const entries = this.#newest.filter(({ position }) => position > this.#sent).slice(-UPDATE_ENTRIES);
      this.#sent = this.#position;
      this.#readership.broadcast({ kind: 'log', position: this.#position, timeMs, entries });
    }
    this.#readership.admitNewcomers();
  }

  /** Turns the drafts of the last batch into entries. */
  #settle(): void {
    const timeMs = this.#timeMs;
    if (this.#drafts.length === 0 || timeMs === undefined) return;
    const first = this.#position - this.#drafts.length + 1;
    const entries = this.#drafts.map((draft, index) => this.#entry(first + index, timeMs, draft));
    this.#newest = [...this.#newest, ...entries].slice(-SNAPSHOT_ENTRIES);
    this.#drafts = [];
  }

  #entry(position: number, timeMs: TimeMs, { rank, fill }: Draft): PublicEntry {
    const kind = order[rank] ?? 'other';
    if (fill === undefined || kind !== 'trade') return { position, kind, timeMs, trade: undefined };
    const { market, takerSide, priceTicks, sizeLots } = fill;
    const instrument = this.#instruments.byMarket(market);
    return { position, kind, timeMs, trade: { instrument, takerSide, priceTicks, sizeLots } };
  }

  #snapshot() {
    this.#settle();
    const [position, entries] = [this.#position, this.#newest];
    const timeMs = this.#timeMs ?? this.#core().timeMs;
    this.#sent = Math.max(this.#sent, position);
    return { message: { kind: 'log_snapshot', position, timeMs, entries } as const, items: entries.length };
  }
}
