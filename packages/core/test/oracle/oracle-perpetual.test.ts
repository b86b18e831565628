import { assetUnits, type PriceTicks, priceTicks, ratePpm, sizeLots } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../src/commands/all.ts';
import type { ListPerpetual } from '../../src/commands/list-perpetual.ts';
import type { PlaceOrder } from '../../src/commands/place-order.ts';
import type { CoreSettings } from '../../src/core.ts';
import type { CoreEvent } from '../../src/vocabulary/events.ts';
import { BTC, fundingOf, INSURANCE, PERPETUALS, perpetualListing, USDT } from '../perpetual-flow.ts';
import { Oracle } from './oracle.ts';
import { CLEARING, isBusy } from './oracle-perpetual.ts';
import type { Position } from './perpetual-vocabulary.ts';

/** Examples that were computed by hand from SPEC.md. One lot costs one unit per tick; fees are zero unless set. */

const [MARKET] = PERPETUALS;
const [ALICE, BOB, CAROL] = [1000, 1001, 1002];

class Market {
  readonly oracle: Oracle;

  constructor(over: Partial<ListPerpetual> = {}, takerPpm = 0, settings: CoreSettings = {}) {
    this.oracle = new Oracle(settings);
    this.oracle.startBatch(1_700_000_000_000);
    this.accept({ kind: 'ActivateRules', version: 3 });
    this.accept({ kind: 'RegisterAsset', asset: BTC, code: 'BTC', scale: 8 });
    this.accept({ kind: 'RegisterAsset', asset: USDT, code: 'USDT', scale: 6 });
    this.accept(perpetualListing(over));
    this.accept({ kind: 'SetFeeSchedule', tier: 0, makerPpm: ratePpm(0), takerPpm: ratePpm(takerPpm) });
    for (const owner of [ALICE, BOB, CAROL]) this.accept(fundingOf(owner, 10_000));
  }

  accept(command: Command): CoreEvent[] {
    const events = this.oracle.apply(command);
    expect(events.filter(({ kind }) => kind === 'CommandRefused')).toEqual([]);
    return events;
  }

  /** Submits Ticks until the market is no longer unfinished. Returns the events of all of them. */
  finish(): CoreEvent[] {
    const { state } = this.oracle;
    const events: CoreEvent[] = [];
    while (state.markets.some((m) => isBusy(state, m))) events.push(...this.accept({ kind: 'Tick' }));
    return events;
  }

  refusal(command: Command): string | undefined {
    const [event] = this.oracle.apply(command);
    return event?.kind === 'CommandRefused' ? event.refusal : undefined;
  }

  balance(owner: number): [available: number, held: number] {
    const { available, held } = this.oracle.state.account(owner, 'future', USDT);
    return [available, held];
  }

  position(owner: number, position: Position): [lots: number, cost: number, margin: number] {
    const x = this.oracle.state.market(MARKET)?.perpetual?.owners.find((each) => each.owner === owner)?.[position];
    return [Number(x?.lots ?? 0), Number(x?.cost ?? 0), Number(x?.margin ?? 0)];
  }

  /** Opens a long for one owner and a short for another at a price where nothing else rests. */
  open(long: number, short: number, size: number, price: number): void {
    this.accept(limit(short, 'sell', size, price));
    this.accept(limit(long, 'buy', size, price));
  }

  mark(ticks: number): CoreEvent[] {
    return this.accept({ kind: 'SetMarkPrice', market: MARKET, markTicks: ticks as PriceTicks });
  }
}

const limit = (
  owner: number,
  side: 'buy' | 'sell',
  size: number,
  price: number,
  over: Partial<PlaceOrder> = {},
): PlaceOrder => ({
  kind: 'PlaceOrder',
  owner,
  market: MARKET,
  side,
  type: 'limit',
  timeInForce: 'gtc',
  sizeLots: sizeLots(size),
  priceTicks: priceTicks(price),
  ...over,
});

const endsOf = (events: CoreEvent[]) => events.flatMap((e) => (e.kind === 'OrderEnded' ? [[e.owner, e.end]] : []));
const settledOf = (events: CoreEvent[]) =>
  events.flatMap((e) =>
    e.kind === 'PositionSettled' ? [[e.means, e.counterOwner, e.sizeLots, e.priceTicks, e.feeUnits]] : [],
  );
const leverage = (owner: number, position: Position, value: number): Command => ({
  kind: 'SetLeverage',
  owner,
  market: MARKET,
  position,
  leverage: value,
});
const margin = (owner: number, position: Position, change: 'add' | 'remove', units: number): Command => ({
  kind: 'ChangeMargin',
  owner,
  market: MARKET,
  position,
  change,
  units: assetUnits(units),
});
const funding = (payer: Position, rate: number): Command => ({
  kind: 'SettleFunding',
  market: MARKET,
  payer,
  ratePpm: ratePpm(rate),
});

describe('markets', () => {
  const terms = (over: Partial<ListPerpetual>): Command => ({
    ...perpetualListing(over),
    kind: 'ChangePerpetualTerms',
    market: MARKET,
  });

  test('[X1] [X2] a perpetual needs version 3 of the rules, and out-of-range rules and terms are refused', () => {
    const old = new Oracle();
    old.startBatch(1_700_000_000_000);
    expect(old.apply(perpetualListing())).toEqual([{ kind: 'CommandRefused', refusal: 'malformed' }]);
    const m = new Market();
    const other = (over: Partial<ListPerpetual>) => m.refusal(perpetualListing({ market: 7, ...over }));
    expect(other({ bandPpm: ratePpm(1_000_001) })).toBe('malformed');
    expect(other({ maxOpenOrders: 201 })).toBe('malformed');
    expect(other({ maxLeverage: 101 })).toBe('malformed');
    expect(other({ maintenancePpm: ratePpm(0) })).toBe('malformed');
    expect(other({ maintenancePpm: ratePpm(10_001) })).toBe('malformed');
    expect(other({ liquidationFeePpm: ratePpm(500_001) })).toBe('malformed');
    expect(other({ maxOpenInterestLots: sizeLots(499) })).toBe('malformed');
    expect(other({ base: 9 })).toBe('unknown_asset');
    expect(other({ market: MARKET })).toBe('already_exists');
    expect(m.refusal(terms({ maxLeverage: 0 }))).toBe('malformed');
    m.accept(terms({ maxLeverage: 20 }));
    expect(m.refusal(leverage(ALICE, 'long', 21))).toBe('above_maximum');
  });

  test('[X3] the mark price is the center of the band, and mark price × open interest is at most 2^50', () => {
    // A mark price of 2^40 times 2^10 lots is 2^50.
    const m = new Market({ maxOpenInterestLots: sizeLots(1024), bandPpm: ratePpm(100_000) });
    expect(m.mark(2 ** 40 + 1)).toEqual([{ kind: 'MarketStatusChanged', market: MARKET, status: 'halted' }]);
    m.accept({ kind: 'SetMarketStatus', market: MARKET, status: 'open' });
    m.mark(2 ** 40);
    expect(m.refusal(terms({ maxOpenInterestLots: sizeLots(1025) }))).toBe('exceeds_range');
    m.mark(200);
    expect(m.refusal(limit(ALICE, 'buy', 1, 179))).toBe('outside_price_band');
    m.accept(limit(ALICE, 'buy', 1, 180));
    expect(m.refusal({ kind: 'SetReferencePrice', market: MARKET, referenceTicks: priceTicks(100) })).toBe(
      'unknown_market',
    );
  });

  test('[X4] orders by budget, fok orders and OCO pairs are refused', () => {
    const m = new Market();
    expect(m.refusal(limit(ALICE, 'buy', 1, 100, { timeInForce: 'fok' }))).toBe('malformed');
    const { sizeLots: _, priceTicks: __, ...order } = limit(ALICE, 'buy', 1, 100, { timeInForce: 'ioc' });
    expect(m.refusal({ ...order, type: 'market', budgetUnits: assetUnits(100) })).toBe('malformed');
    const pair = { sizeLots: sizeLots(1), priceTicks: priceTicks(110), stopTriggerTicks: priceTicks(90) };
    expect(m.refusal({ kind: 'PlaceOco', owner: ALICE, market: MARKET, side: 'sell', ...pair })).toBe('unknown_market');
  });
});

describe('positions', () => {
  test('[Y4] [Z5] the maintenance rate rises with the cost in steps, and each fill reports both resulting positions', () => {
    const m = new Market({
      riskLimitUnits: assetUnits(600),
      riskStepUnits: assetUnits(300),
      riskStepPpm: ratePpm(500),
    });
    m.accept(limit(BOB, 'sell', 10, 100));
    const rate = () => Number(m.oracle.state.market(MARKET)?.perpetual?.owners[1]?.long.rate);
    const events = m.accept(limit(ALICE, 'buy', 6, 100));
    expect(events.map((e) => e.kind).slice(1, 4)).toEqual(['OrderFilled', 'PositionChanged', 'PositionChanged']);
    expect(events[2]).toMatchObject({ owner: ALICE, position: 'long', sizeLots: 6, costUnits: 600, marginUnits: 60 });
    expect(events[3]).toMatchObject({ owner: BOB, position: 'short', sizeLots: 6, realizedUnits: 0 });
    expect(rate()).toBe(10_000);
    m.accept(limit(ALICE, 'buy', 1, 100));
    expect(rate()).toBe(10_500);
    m.accept(limit(ALICE, 'buy', 3, 100));
    // The cost of 1,000 is in tier ceil((1,000 − 600) ÷ 300) = 2.
    expect(rate()).toBe(11_000);
  });

  test('[Z3] the position limit applies to a position together with all orders that open it', () => {
    const m = new Market({ maxPositionLots: sizeLots(10) });
    m.open(ALICE, BOB, 4, 100);
    m.accept(limit(ALICE, 'buy', 5, 99));
    expect(m.refusal(limit(ALICE, 'buy', 2, 99))).toBe('above_position_limit');
    m.accept(limit(ALICE, 'buy', 1, 99));
    m.accept(limit(ALICE, 'sell', 10, 105));
  });

  test('[Z1] [Y2] an opening order holds margin plus fee, and a fill moves the margin to the position', () => {
    const m = new Market({}, 1000);
    m.accept(limit(BOB, 'sell', 10, 100));
    // Margin 10 × ceil(100 ÷ 10), and the fee of 1 on 1,000 at the higher rate.
    expect(m.balance(BOB)).toEqual([9899, 101]);
    m.accept(limit(ALICE, 'buy', 10, 105));
    expect(m.position(ALICE, 'long')).toEqual([10, 1000, 100]);
    expect(m.position(BOB, 'short')).toEqual([10, 1000, 100]);
    expect(m.balance(ALICE)).toEqual([9899, 100]);
    expect(m.balance(BOB)).toEqual([9900, 100]);
  });

  test('[Z1] a taking sell holds margin for the best bid price, and its resting remainder keeps that hold', () => {
    const m = new Market();
    m.accept(limit(ALICE, 'buy', 4, 109));
    const [accepted] = m.accept(limit(BOB, 'sell', 10, 100));
    // The hold is 10 × ceil(109 ÷ 10).
    expect(accepted).toMatchObject({ kind: 'OrderAccepted', heldUnits: 110 });
    expect(m.position(BOB, 'short')).toEqual([4, 436, 44]);
    // 6 × 11 are still held, although the limit price needs only 6 × 10.
    expect(m.balance(BOB)).toEqual([10_000 - 110, 110]);
    m.accept(limit(ALICE, 'buy', 1, 100));
    expect(m.balance(BOB)).toEqual([10_000 - 44 - 10 - 50, 44 + 10 + 50]);
  });

  test('[Y6] [X5] closing pays the profit from the clearing account, which the other side later balances', () => {
    const m = new Market();
    m.open(ALICE, BOB, 10, 100);
    m.mark(104);
    m.accept(limit(CAROL, 'buy', 10, 104));
    const events = m.accept(limit(ALICE, 'sell', 10, 104, { reduceOnly: true }));
    expect(events.find((e) => e.kind === 'PositionChanged')).toMatchObject({ owner: ALICE, realizedUnits: 40 });
    expect(m.balance(ALICE)).toEqual([10_040, 0]);
    expect(m.balance(CLEARING)).toEqual([-40, 0]);
    m.accept(limit(CAROL, 'sell', 10, 104, { reduceOnly: true }));
    m.accept(limit(BOB, 'buy', 10, 104, { reduceOnly: true }));
    expect(m.balance(BOB)).toEqual([9960, 0]);
    expect(m.balance(CLEARING)).toEqual([0, 0]);
  });

  test('[Y1] [X5] long and short positions can be open at the same time', () => {
    const m = new Market();
    m.open(ALICE, BOB, 10, 100);
    m.open(BOB, ALICE, 10, 100);
    expect([m.position(ALICE, 'long'), m.position(ALICE, 'short')]).toEqual([
      [10, 1000, 100],
      [10, 1000, 100],
    ]);
  });

  test('[Z2] [Z6] a reduce-only order needs a position, and ends when the position is closed', () => {
    const m = new Market();
    expect(m.refusal(limit(ALICE, 'sell', 1, 100, { reduceOnly: true }))).toBe('no_position');
    m.open(ALICE, BOB, 10, 100);
    m.accept(limit(ALICE, 'sell', 3, 105, { reduceOnly: true }));
    m.accept(limit(CAROL, 'buy', 20, 100));
    const events = m.accept(limit(ALICE, 'sell', 20, 100, { reduceOnly: true }));
    expect(endsOf(events)).toEqual([
      [ALICE, 'position_closed'],
      [ALICE, 'position_closed'],
    ]);
    expect(m.position(CAROL, 'long')).toEqual([10, 1000, 100]);
  });

  test('[Z4] an order ends if its fill would open a position that must be liquidated', () => {
    const m = new Market({ bandPpm: ratePpm(1_000_000) });
    m.accept(limit(BOB, 'sell', 10, 100));
    m.mark(91);
    // A short at 100 has a profit at 91; a long at 100 has a margin of 10 per lot and a loss of 9: the remaining 1
    // is not more than the maintenance margin.
    expect(m.refusal(limit(ALICE, 'buy', 10, 100))).toBe('would_liquidate');
    m.mark(92);
    m.accept(limit(ALICE, 'buy', 1, 100));
  });

  test('[Z4] a maker whose position would have to be liquidated ends, and the taker rests', () => {
    const m = new Market();
    m.accept(limit(CAROL, 'buy', 5, 99));
    m.mark(89);
    expect(endsOf(m.accept(limit(BOB, 'sell', 5, 99)))).toEqual([[CAROL, 'would_liquidate']]);
    expect(m.oracle.state.book(MARKET, 'sell')).toMatchObject([{ owner: BOB, open: 5 }]);
  });
});

describe('liquidation', () => {
  /** Alice is long 10 at 100 with a margin of 100: liquidated at 91 and below, bankrupt at 90. */
  const before = () => {
    const m = new Market();
    m.open(ALICE, BOB, 10, 100);
    return m;
  };

  test('[Y5] a long position must be liquidated at or below its liquidation price', () => {
    const m = before();
    expect(m.mark(92).some((e) => e.kind === 'LiquidationStarted')).toBe(false);
    const started = m.mark(91).find((e) => e.kind === 'LiquidationStarted');
    expect(started).toMatchObject({ owner: ALICE, position: 'long', sizeLots: 10, bankruptcyTicks: 90, markTicks: 91 });
  });

  test('[V2] [V3] [V4] [V7] a liquidation uses the book first, with a fee to the fund, then deleveraging without one', () => {
    const m = before();
    m.accept(limit(CAROL, 'buy', 4, 95));
    m.accept(limit(ALICE, 'buy', 1, 80));
    const events = m.mark(91);
    expect(endsOf(events)).toEqual([
      [ALICE, 'liquidated'],
      [CAROL, 'filled'],
      [ALICE, 'unfilled'],
    ]);
    expect(settledOf(events)).toEqual([['deleveraging', BOB, 6, 90, 0]]);
    // 4 at 95: a margin of 40, a loss of 20, a fee of ceil(380 × 0.5%) = 2. 6 at 90: nothing is left.
    expect(m.balance(ALICE)).toEqual([9918, 0]);
    expect(m.balance(INSURANCE)).toEqual([2, 0]);
    expect(m.position(BOB, 'short')).toEqual([4, 400, 40]);
    expect(m.balance(BOB)).toEqual([10_000 - 100 + 60 + 60, 40]);
  });

  test('[V6] the fund takes over as many lots as it can pay in full', () => {
    const m = before();
    m.accept(fundingOf(INSURANCE, 200));
    expect(settledOf(m.mark(85))).toEqual([
      ['insurance_fund', INSURANCE, 2, 90, 0],
      ['deleveraging', BOB, 8, 90, 0],
    ]);
    expect(m.position(INSURANCE, 'long')).toEqual([2, 180, 180]);
    expect(m.balance(INSURANCE)).toEqual([20, 180]);
    expect(m.position(BOB, 'short')).toEqual([2, 200, 20]);
  });

  test('[V5] the owner’s opposite position comes before the fund', () => {
    const m = before();
    m.accept(fundingOf(INSURANCE, 10_000));
    m.accept(leverage(CAROL, 'long', 1));
    m.open(CAROL, ALICE, 6, 100);
    expect(settledOf(m.mark(91))).toEqual([
      ['own_position', ALICE, 6, 90, 0],
      ['insurance_fund', INSURANCE, 4, 90, 0],
    ]);
    // Alice gets back the short's margin of 60 and receives its profit of 60.
    expect(m.balance(ALICE)).toEqual([10_000 - 160 + 120, 0]);
  });

  test('[V3] in a higher tier, liquidating a part brings the position down one tier', () => {
    const m = new Market({
      riskLimitUnits: assetUnits(600),
      riskStepUnits: assetUnits(300),
      riskStepPpm: ratePpm(50_000),
      maintenancePpm: ratePpm(10_000),
    });
    m.accept(fundingOf(INSURANCE, 10_000));
    // A cost of 1,000 is in tier 2 with a rate of 11%, which needs more than a tenth as margin, hence leverage 5.
    m.accept(leverage(ALICE, 'long', 5));
    m.accept(leverage(BOB, 'short', 2));
    m.open(ALICE, BOB, 10, 100);
    // At 89: 200 − 110 ≤ ceil(890 × 11%) = 98. Tier 1 ends at a cost of 900, so ceil(10 × 100 ÷ 1000) = 1 lot is
    // liquidated. The other 9 lots cost 900, are in tier 1 and need 6%: 180 − 99 > ceil(801 × 6%) = 49.
    const events = m.mark(89);
    // Bankrupt at 80, but the limit is at most ceil(89 × 1%) from the mark price; the fee is ceil(88 × 0.5%).
    expect(settledOf(events)).toEqual([['insurance_fund', INSURANCE, 1, 88, 1]]);
    expect(m.position(ALICE, 'long')).toEqual([9, 900, 180]);
  });

  test('[V8] if no one can take a part, the market halts, and liquidation restarts when the market is opened', () => {
    const tiers = { riskLimitUnits: assetUnits(600), riskStepUnits: assetUnits(400), riskStepPpm: ratePpm(0) };
    const m = new Market(tiers, 0, { stepsPerCommand: 1 });
    m.accept(leverage(BOB, 'short', 20));
    m.open(ALICE, BOB, 10, 100);
    // The long is in tier 1, whose rate of 31% requires its liquidation. The short, bankrupt at 105, cannot take it
    // over.
    m.accept({ ...perpetualListing({ ...tiers, riskStepPpm: ratePpm(300_000) }), kind: 'ChangePerpetualTerms' });
    m.mark(120);
    const events = m.finish();
    expect(events.at(-1)).toEqual({ kind: 'MarketStatusChanged', market: MARKET, status: 'halted' });
    expect(m.position(ALICE, 'long')).toEqual([10, 1000, 100]);
    m.accept(fundingOf(INSURANCE, 472));
    m.accept({ kind: 'SetMarketStatus', market: MARKET, status: 'open' });
    // The fund takes ceil(10 × 400 ÷ 1000) lots at 120 − ceil(120 × 1%).
    expect(settledOf(m.finish())[0]).toEqual(['insurance_fund', INSURANCE, 4, 118, 3]);
  });
});

describe('funding', () => {
  test('[G1] the funding rate is 1 to 100,000 ppm, and a halted market settles no funding', () => {
    const m = new Market();
    expect(m.refusal(funding('long', 0))).toBe('malformed');
    expect(m.refusal(funding('long', 100_001))).toBe('malformed');
    m.accept({ kind: 'SetMarketStatus', market: MARKET, status: 'halted' });
    expect(m.refusal(funding('long', 100))).toBe('market_halted');
  });

  test('[G2] [G3] payers pay from their margins, and what cannot be divided evenly goes to the fund', () => {
    const m = new Market();
    m.open(ALICE, BOB, 5, 100);
    m.open(ALICE, CAROL, 5, 100);
    // ceil(1,000 × 2,500 ppm) = 3, of which each receiver gets floor(3 × 5 ÷ 10) = 1.
    const events = m.accept(funding('long', 2500));
    expect(events.map((e) => e.kind)).toEqual([
      'FundingStarted',
      'FundingSettled',
      'FundingSettled',
      'FundingSettled',
      'FundingEnded',
    ]);
    expect(events.at(-1)).toMatchObject({ collectedUnits: 3, restUnits: 1 });
    expect(m.position(ALICE, 'long')).toEqual([10, 1000, 97]);
    expect([BOB, CAROL, INSURANCE, CLEARING].map((owner) => m.balance(owner))).toEqual([
      [9951, 50],
      [9951, 50],
      [1, 0],
      [0, 0],
    ]);
  });
});

describe('margin and leverage', () => {
  test('[J1] [J2] [J3] margin can be added up to twice the cost and removed down to the initial margin plus the loss', () => {
    const m = new Market();
    expect(m.refusal(margin(ALICE, 'long', 'add', 1))).toBe('no_position');
    m.open(ALICE, BOB, 10, 100);
    expect(m.refusal(margin(ALICE, 'long', 'add', 1901))).toBe('above_maximum');
    m.accept(margin(ALICE, 'long', 'add', 1900));
    m.mark(95);
    // The margin must cover ceil(1,000 ÷ 10) and the loss of 50.
    expect(m.refusal(margin(ALICE, 'long', 'remove', 1851))).toBe('below_initial_margin');
    m.accept(margin(ALICE, 'long', 'remove', 1850));
    expect(m.position(ALICE, 'long')).toEqual([10, 1000, 150]);
    expect(m.balance(ALICE)).toEqual([9850, 150]);
  });

  test('[Y3] leverage is limited by the terms, and cannot be changed while an opening order is open', () => {
    const m = new Market();
    expect(m.refusal(leverage(ALICE, 'long', 51))).toBe('above_maximum');
    m.accept(limit(ALICE, 'buy', 1, 100));
    expect(m.refusal(leverage(ALICE, 'long', 5))).toBe('has_open_orders');
    m.accept(leverage(ALICE, 'short', 5));
  });
});
