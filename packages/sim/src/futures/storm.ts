import { type Command, CommandBatch, Core, type CoreSettings, type MarketId } from '@vitrine/core';
import { priceTicks } from '@vitrine/money';
import { type AppliedBatch, emptyLog, LeaseLost, type LogBatch, Replica } from '@vitrine/sequencer';
import { closeFundPositions } from '@vitrine/server/fund-positions';
import { type IndexedPerpetual, IndexFeed } from '@vitrine/server/index-feed';
import { Random } from '../world/random.ts';
import { Requests } from '../world/requests.ts';
import { SimulatedLog } from '../world/simulated-log.ts';
import { type Crash, replayFrom, SimulatedNode } from '../world/simulated-node.ts';
import { FEED_MARKET, FuturesAuditor } from './auditor.ts';
import { assert, type Figures, noFigures } from './findings.ts';
import { IndexWatch, type Seen } from './index-watch.ts';
import { FIRST_TICKS, foundation, Traders, traderOwners, USDT } from './traders.ts';
import { Twin } from './twin.ts';
import { Weather } from './weather.ts';

export interface StormReport {
  readonly seed: number;
  readonly stateHash: string;
  readonly figures: Figures;
}

export interface StormSettings {
  /** The number of commands in the log at the end. */
  readonly commands?: number;
  /** Without the oracle, only the auditor's own checks can find a fault. */
  readonly hasOracle?: boolean;
}

/** 2026-01-01. */
const START_MS = 1_767_225_600_000;
const JUMPING_MARKET: MarketId = 2;
const MAX_AT_ONCE = 8;
/** The number of batches between two comparisons of the hashes of core and oracle. */
const COMPARED_EVERY = 10;
const MAX_TICKS = 10_000;
const MAX_TRIES = 200;
const MAX_OWNERS = 1_000;
const RESTARTS = 'a restart and a replay result in the same state';

/** Plays a storm from its seed. Throws at the first fault. */
export async function playStorm(seed: number, settings: StormSettings = {}): Promise<StormReport> {
  const storm = new Storm(seed, settings.hasOracle ?? true);
  await storm.run(settings.commands ?? 2_000);
  return storm.end();
}

/** Few steps per command, so that cascades span many commands; every fourth storm uses production's limit. */
const coreSettings = (seed: number): CoreSettings => (seed % 4 === 3 ? {} : { stepsPerCommand: 2 + (seed % 5) });

class Storm {
  readonly #seed: number;
  readonly #random: Random;
  readonly #figures = noFigures();
  readonly #log: SimulatedLog;
  readonly #auditor = new FuturesAuditor(traderOwners, USDT, this.#figures);
  readonly #twin: Twin | undefined;
  /**
   * A follower that is never restarted: the state that other replicas rebuild from snapshots must equal the follower's.
   */
  readonly #follower: Replica;
  readonly #watch = new IndexWatch(this.#figures);
  readonly #requests = new Requests();
  readonly #traders: Traders;
  readonly #weather: Weather;
  /** The table in which the feed stores the markets that it protects. */
  readonly #protected = new Set<MarketId>();
  #node: SimulatedNode;
  #feed: IndexFeed;
  #nowMs = START_MS;
  #batches = 0;

  constructor(seed: number, hasOracle: boolean) {
    this.#seed = seed;
    this.#random = new Random(seed);
    this.#log = new SimulatedLog(this.#random, coreSettings(seed));
    this.#follower = new Replica(new Core(this.#log.coreSettings), emptyLog, 0);
    this.#twin = hasOracle ? new Twin(this.#log.coreSettings) : undefined;
    this.#traders = new Traders(this.#random);
    this.#weather = new Weather(this.#random, FIRST_TICKS);
    this.#node = this.#start(0);
    this.#feed = this.#newFeed();
  }

  async run(commands: number): Promise<void> {
    for (const command of foundation(this.#random)) await this.#insist(command);
    while (this.#node.core.position < commands) {
      this.#nowMs += this.#passed();
      this.#weather.move(this.#nowMs);
      this.#trade();
      if (this.#random.chance(80)) await this.#followIndex();
      await this.#operate();
      if (this.#random.chance(5)) this.#node.takeSnapshot();
    }
    await this.#delistAll();
  }

  /** Finishes all pending work, then replays the log from its beginning and from every eighth snapshot. */
  end(): StormReport {
    this.#settle();
    const { core } = this.#node;
    this.#twin?.compare(core);
    const stateHash = core.stateHash();
    const replica = replayFrom(this.#log, 0, (applied) => this.#requests.keep(applied));
    assert(replica.core.stateHash() === stateHash, RESTARTS, () => 'from the beginning of the log');
    const { lost } = this.#requests;
    assert(lost.length === 0, 'nothing acknowledged is lost', () => `positions ${lost.join(', ')}`);
    for (const { n } of this.#log.snapshots.filter((_, index) => index % 8 === 0)) {
      const hash = replayFrom(this.#log, n).core.stateHash();
      assert(hash === stateHash, RESTARTS, () => `from the snapshot at batch ${n}`);
    }
    return { seed: this.#seed, stateHash, figures: this.#figures };
  }

  #passed(): number {
    const random = this.#random;
    if (random.chance(2)) return random.integer(5_000, 60_000);
    return random.chance(70) ? 1_000 : random.integer(1, 3_000);
  }

  /** One batch of clients' commands; the mark price of the second market may jump in the middle of it. */
  #trade(): void {
    const random = this.#random;
    const { core } = this.#node;
    const commands: Command[] = [];
    for (let left = random.integer(1, MAX_AT_ONCE); left > 0; left -= 1) commands.push(this.#traders.next(core));
    if (random.chance(60)) {
      const markTicks = priceTicks(this.#weather.truth(1));
      const jumped = Math.abs(markTicks / (core.perpetual(JUMPING_MARKET)?.markTicks ?? markTicks) - 1);
      if (jumped > 0.05) this.#figures['mark jumps'] += 1;
      const at = random.integer(0, commands.length);
      commands.splice(at, 0, { kind: 'SetMarkPrice', market: JUMPING_MARKET, markTicks });
    }
    if (random.chance(5)) commands.push(random.pick(commands));
    for (const command of commands) this.#node.submit(this.#requests.make(command));
    this.#flush();
  }

  /** A cycle of the server's index feed. */
  async #followIndex(): Promise<void> {
    const before = this.#seen();
    const feed = this.#feed;
    try {
      try {
        // With this call, a feed that has just been started reads which markets are protected.
        await feed.writeProtected();
        await feed.run();
      } finally {
        await feed.writeProtected();
      }
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      this.#watch.checkStep({ before, after: this.#seen() });
      return;
    }
    this.#watch.check({
      market: FEED_MARKET,
      nowMs: this.#nowMs,
      truth: this.#weather.truth(0),
      quotes: this.#weather.quotes,
      before,
      after: this.#seen(),
      index: feed.stateOf(FEED_MARKET)?.ticks,
    });
  }

  #seen(): Seen {
    const perpetual = this.#node.core.perpetual(FEED_MARKET);
    if (perpetual === undefined) throw new Error("the feed's market is not listed");
    return { ...perpetual, isProtected: this.#protected.has(FEED_MARKET) };
  }

  /**
   * What operators and scheduled tasks do: they fill and drain the fund, close the fund's positions, open markets and
   * finish pending work.
   */
  async #operate(): Promise<void> {
    const random = this.#random;
    const { core } = this.#node;
    const drained = random.chance(2) ? this.#traders.drain(core) : undefined;
    if (drained !== undefined) await this.#try(drained);
    if (random.chance(2)) await this.#try(this.#traders.fill());
    const jumping = random.integer(1, 120) === 1 ? this.#node.core.perpetual(JUMPING_MARKET) : undefined;
    for (const command of jumping === undefined ? [] : this.#traders.outage(jumping)) {
      await this.#try(command);
      if (command.kind === 'Tick') this.#settle();
    }
    if (this.#feed.isHeld(FEED_MARKET) && random.chance(20)) await this.#feed.stop(FEED_MARKET, async () => {});
    if (random.chance(10)) await this.#closeFundPositions();
    for (const { market, status } of this.#node.core.perpetuals()) {
      const isLeft = this.#protected.has(market) && random.chance(90);
      if (status !== 'open' && !isLeft && random.chance(20))
        await this.#try({ kind: 'SetMarketStatus', market, status: 'open' });
    }
    if (random.chance(3)) await this.#try({ kind: 'UnfreezeOwner', owner: random.pick(traderOwners) });
    if (random.chance(30)) this.#settle();
  }

  /** At the end, operators delist all markets. */
  async #delistAll(): Promise<void> {
    for (const { market } of this.#node.core.perpetuals())
      for (let tries = 0; this.#node.core.perpetual(market)?.status !== 'delisted'; tries += 1) {
        if (tries === MAX_TRIES) throw new Error(`market ${market} is not delisted after ${MAX_TRIES} tries`);
        await this.#continueDelisting(market);
      }
  }

  /**
   * Tries to delist the market, often at a settlement price at which some positions are bankrupt. If a liquidation has
   * found no counterparty, the market is halted, and the delisting can continue only after the fund has received more
   * money, or at a settlement price.
   */
  async #continueDelisting(market: MarketId): Promise<void> {
    const markTicks = priceTicks(Math.max(1, this.#weather.truth(market === FEED_MARKET ? 0 : 1)));
    const random = this.#random;
    if (random.chance(60)) await this.#try(this.#traders.fill());
    const isHalted = random.chance(25);
    await this.#try({ kind: 'SetMarketStatus', market, status: isHalted ? 'halted' : 'cancel_only' });
    this.#settle();
    for (const owner of this.#node.core.ownersWithOrders(market, MAX_OWNERS))
      await this.#try({ kind: 'CancelAllOrders', owner, market });
    this.#settle();
    // Refused while there are positions.
    if (random.chance(50)) await this.#try({ kind: 'SetMarketStatus', market, status: 'delisted' });
    const expected = this.#node.core.perpetual(market)?.markTicks ?? markTicks;
    const settlement = priceTicks(Math.max(1, Math.round((expected * random.integer(70, 130)) / 100)));
    const prices = { markTicks: expected, ...(random.chance(70) ? { settlementTicks: settlement } : {}) };
    // Refused, because `markTicks` is not the mark price.
    await this.#try({ kind: 'ClosePositions', market, ...prices, markTicks: priceTicks(expected + 1) });
    await this.#try({ kind: 'ClosePositions', market, ...prices });
    // A mark price that is set while positions are being closed changes nothing.
    await this.#try({ kind: 'SetMarkPrice', market, markTicks });
    this.#settle();
    await this.#try({ kind: 'SetMarketStatus', market, status: 'delisted' });
  }

  async #closeFundPositions(): Promise<void> {
    try {
      await closeFundPositions({
        core: () => this.#node.core,
        isMarkReliable: (market) => market !== FEED_MARKET || this.#feed.isMarkReliable(market),
        submit: (command) => this.#submit(command),
      });
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    }
  }

  /** Sends Ticks until nothing is due, so that the checks of a market at rest apply. */
  #settle(): void {
    for (let ticks = 0; this.#isDue(); ticks += 1) {
      if (ticks === MAX_TICKS) throw new Error(`after ${MAX_TICKS} Ticks, the core still has work that is due`);
      this.#node.submit(this.#requests.make({ kind: 'Tick' }));
      this.#flush();
      // Snapshots are also taken in the middle of a liquidation, a funding settlement or a review ([X6]).
      if (this.#random.chance(10)) this.#node.takeSnapshot();
    }
  }

  #isDue(): boolean {
    const dueMs = this.#node.core.nextDueMs();
    return dueMs !== undefined && dueMs <= this.#node.core.timeMs;
  }

  /** Like the sequencer's `submit`: rejects if the outcome is unknown. */
  async #submit(command: Command): Promise<{ readonly refusal?: unknown }> {
    const request = this.#requests.make(command);
    let outcome: { readonly refusal?: unknown } | undefined;
    this.#node.submit({
      command,
      answered: (answer) => {
        request.answered(answer);
        outcome = answer;
      },
    });
    this.#flush();
    if (outcome === undefined) throw new LeaseLost();
    return outcome;
  }

  async #try(command: Command): Promise<void> {
    try {
      await this.#submit(command);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    }
  }

  /** Sends the command until it is in the log. */
  async #insist(command: Command): Promise<void> {
    const position = this.#node.core.position;
    while (this.#node.core.position === position) await this.#try(command);
  }

  #flush(): void {
    this.#node.flush(this.#nowMs, this.#nextCrash());
    if (this.#node.over) this.#restart();
  }

  #nextCrash(): Crash {
    if (!this.#random.chance(2)) return 'none';
    return this.#random.pick(['before_write', 'after_write', 'before_answers'] as const);
  }

  #start(snapshotsBack: number): SimulatedNode {
    return SimulatedNode.start(this.#log, (applied, record) => this.#audit(applied, record), snapshotsBack);
  }

  /** The process was killed: everything in memory is lost, and the next process starts from a snapshot and the log. */
  #restart(): void {
    const known = this.#node.core.position;
    const back = this.#log.snapshots.length > 1 && this.#random.chance(25) ? 1 : 0;
    this.#figures.restarts += 1;
    if (back > 0) this.#figures['restarts from an earlier snapshot'] += 1;
    this.#node = this.#start(back);
    this.#feed = this.#newFeed();
    this.#watch.forget();
    const { core } = this.#node;
    if (core.position > known) this.#figures['batches applied but not acknowledged'] += 1;
    this.#bookMissed();
    const told = () => `after a crash at position ${known}`;
    assert(this.#follower.core.stateHash() === core.stateHash(), RESTARTS, told);
    this.#auditor.compare(core);
    for (const command of this.#requests.takeUnanswered())
      if ('reference' in command && command.reference !== undefined) this.#node.submit(this.#requests.make(command));
    this.#flush();
  }

  /** Adds to the auditor's books the batches that were written, but not applied by the process that wrote them. */
  #bookMissed(): void {
    for (let n = this.#follower.tip.n + 1; n <= this.#log.head; n += 1) {
      const record = this.#log.row(n);
      if (record === undefined) throw new Error(`the log has no batch ${n}`);
      this.#book(this.#follower.apply(record), record);
    }
  }

  #audit(applied: AppliedBatch, record: LogBatch): void {
    this.#follower.apply(record);
    this.#book(applied, record);
    this.#auditor.compare(this.#node.core);
    this.#batches += 1;
    if (this.#twin === undefined || this.#batches % COMPARED_EVERY !== 0) return;
    this.#twin.compare(this.#node.core);
    this.#figures['states compared'] += 1;
  }

  #book(applied: AppliedBatch, record: LogBatch): void {
    const commands = CommandBatch.fromBytes(record.payload).commands();
    this.#twin?.follow(applied, commands, record.timeMs);
    this.#auditor.book(applied, commands);
  }

  #newFeed(): IndexFeed {
    const feed = new IndexFeed({
      core: () => this.#node.core,
      // In a storm, the sources need only the market's id.
      perpetuals: () => [{ market: FEED_MARKET } as IndexedPerpetual],
      clock: () => this.#nowMs,
      steady: () => this.#nowMs,
      submit: (command) => this.#submit(command),
      protection: {
        markets: async () => new Set(this.#protected),
        add: async (market) => void this.#protected.add(market),
        remove: async (market) => void this.#protected.delete(market),
      },
    });
    for (const index of this.#weather.quotes.keys())
      feed.add({ name: `source ${index}`, quote: () => this.#weather.quotes[index] });
    return feed;
  }
}
