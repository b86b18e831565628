import { assetUnits, priceTicks, ratePpm, sizeLots, timeMs } from '@vitrine/money';
import type { Command } from '../src/commands/all.ts';
import type { ListPerpetual } from '../src/commands/list-perpetual.ts';
import type { MarketId, PerpetualTerms, Reference } from '../src/vocabulary/terms.ts';
import { plainRules } from './exchange.ts';
import type { OracleState } from './oracle/oracle-state.ts';
import { type Position, positions } from './oracle/perpetual-vocabulary.ts';
import type { Seeded } from './seeded.ts';

export const BTC = 1;
export const USDT = 2;
export const INSURANCE = 4;
/** Markets 2 and 3 are perpetuals; market 1 is a spot market. */
export const PERPETUALS = [2, 3] as const;
/** Clients, the house and the insurance fund. */
export const TRADERS = [1000, 1001, 1002, 1003, 1004, 1005, 8, INSURANCE] as const;

const DAY_MS = 86_400_000;

const plainTerms: PerpetualTerms = {
  maxLeverage: 50,
  maintenancePpm: ratePpm(10_000),
  riskStepPpm: ratePpm(10_000),
  liquidationFeePpm: ratePpm(5000),
  riskLimitUnits: assetUnits(40_000),
  riskStepUnits: assetUnits(20_000),
  maxPositionLots: sizeLots(500),
  maxOpenInterestLots: sizeLots(600),
};

export const perpetualListing = (over: Partial<ListPerpetual> = {}): ListPerpetual => ({
  kind: 'ListPerpetual',
  market: PERPETUALS[0],
  base: BTC,
  quote: USDT,
  markTicks: priceTicks(100),
  status: 'open',
  ...plainRules,
  ...plainTerms,
  ...over,
});

export const fundingOf = (owner: number, units: number): Command => ({
  kind: 'Transfer',
  by: 1,
  purpose: 'deposit',
  legs: [
    { owner: 1, wallet: 'spot', asset: USDT, units: assetUnits(-units) },
    { owner, wallet: 'future', asset: USDT, units: assetUnits(units) },
  ],
});

/** The commands that give a minimum term to a market that has neither orders nor positions. */
const withTerm = (market: MarketId): Command[] => [
  { kind: 'SetMarketStatus', market, status: 'halted' },
  { kind: 'SetMinimumTerm', market, days: 1 },
  { kind: 'SetMarketStatus', market, status: 'open' },
];

/**
 * The commands with which every log begins: rules of version 3 to 5, two assets, a spot market, two perpetuals, and margin
 * for all.
 */
export const perpetualPreparation = ({ below, chance, one }: Seeded): Command[] => [
  { kind: 'ActivateRules', version: one([3, 4, 5, 5, 5]) },
  { kind: 'RegisterAsset', asset: BTC, code: 'BTC', scale: 8 },
  { kind: 'RegisterAsset', asset: USDT, code: 'USDT', scale: 6 },
  {
    kind: 'ListMarket',
    market: 1,
    base: BTC,
    quote: USDT,
    referenceTicks: priceTicks(100),
    status: 'open',
    ...plainRules,
  },
  perpetualListing({ bandPpm: ratePpm(300_000), maxOpenOrders: 12 }),
  perpetualListing({
    market: PERPETUALS[1],
    tickLotUnits: assetUnits(7),
    markTicks: priceTicks(1000),
    riskLimitUnits: assetUnits(200_000),
    maxPositionLots: sizeLots(120),
    maxOpenInterestLots: sizeLots(150),
    bandPpm: ratePpm(one([100_000, 1_000_000])),
  }),
  { kind: 'SetFeeSchedule', tier: 0, makerPpm: ratePpm(below(1000)), takerPpm: ratePpm(below(2000)) },
  ...TRADERS.slice(0, 6).map((owner) => fundingOf(owner, 40_000)),
  fundingOf(INSURANCE, below(10_000)),
  ...(chance(25) ? withTerm(one(PERPETUALS)) : []),
];

const present = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/**
 * Random commands for perpetuals. Most are valid; the others are invalid in many ways. With `references`, some commands
 * carry a reference.
 */
export const perpetualFlow = (seeded: Seeded, state: OracleState, { references }: { references: boolean }) => {
  const { below, one, chance } = seeded;
  const used: Reference[] = [];
  const option = <T>(percent: number, value: () => T) => (chance(percent) ? value() : undefined);
  const marketId = () => (chance(97) ? one(PERPETUALS) : one([1, 9]));
  const owner = () => one(TRADERS);
  const markOf = (market: number) => state.market(market)?.reference || 100;
  const lastOf = (market: number) => state.market(market)?.last || markOf(market);

  const reference = (): { reference?: Reference } => {
    if (!references || chance(80)) return {};
    if (used.length > 0 && chance(20)) return { reference: one(used) };
    const words = [below(2 ** 32), below(2 ** 32), below(2 ** 32), below(2 ** 32)] as const;
    const fresh: Reference = { source: one(['client', 'outside'] as const), words };
    used.push(fresh);
    return { reference: fresh };
  };

  /** A price near the mark price, occasionally far away. */
  const near = (market: number, percent: number) => {
    const centre = chance(80) ? markOf(market) : lastOf(market);
    const width = Math.max(1, Math.floor((centre * percent) / 100));
    return priceTicks(
      chance(98) ? Math.max(1, centre - width + below(2 * width + 1)) : one([0, 1, 5 * centre, 2 ** 50]),
    );
  };
  const size = (market: number) => {
    const usual = market === PERPETUALS[1] ? 20 : 200;
    return sizeLots(chance(96) ? 1 + below(chance(80) ? usual : 3 * usual) : one([0, 5000, 2 ** 45]));
  };

  /** The owner, side and lots of a position: usually of an open position if the market has any, otherwise made up. */
  const positioned = (market: number): { owner: number; position: Position; lots: number } => {
    const owners = state.market(market)?.perpetual?.owners ?? [];
    const held = owners.flatMap((each) =>
      positions
        .filter((position) => each[position].lots > 0n)
        .map((position) => ({ owner: each.owner, position, lots: Number(each[position].lots) })),
    );
    return held.length > 0 && chance(93) ? one(held) : { owner: owner(), position: one(positions), lots: 10 };
  };

  const order = (): Command => {
    const market = marketId();
    const type = chance(65) ? 'limit' : 'market';
    const reduces = chance(35);
    const from = positioned(market);
    const closing = from.position === 'long' ? 'sell' : 'buy';
    const lots = chance(50) ? sizeLots(Math.max(1, from.lots + below(9) - 4)) : size(market);
    return {
      kind: 'PlaceOrder',
      owner: reduces ? from.owner : owner(),
      market,
      side: reduces ? closing : one(['buy', 'sell'] as const),
      type,
      timeInForce: chance(98)
        ? type === 'limit'
          ? one(['gtc', 'gtc', 'gtc', 'ioc'] as const)
          : 'ioc'
        : one(['gtc', 'ioc', 'fok'] as const),
      ...present({
        priceTicks: type === 'limit' ? near(market, 8) : option(20, () => near(market, 10)),
        sizeLots: reduces ? lots : size(market),
        budgetUnits: option(1, () => assetUnits(1 + below(8000))),
        reduceOnly: reduces ? true : option(3, () => false),
        postOnly: option(6, () => true),
        selfTrade: option(50, () => one(['cancel_newest', 'cancel_oldest', 'cancel_both'] as const)),
        clientOrderId: option(15, () => below(12)),
        trigger: option(22, () => ({ kind: one(['stop', 'take_profit'] as const), ticks: near(market, 10) })),
        takeProfitTicks: option(reduces ? 1 : 20, () => near(market, 10)),
        stopLossTicks: option(reduces ? 1 : 20, () => near(market, 10)),
      }),
      ...reference(),
    };
  };

  /** A limit order, usually of the house, on either side of the mark, so that there is a book. */
  const offer = (): Command => {
    const market = one(PERPETUALS);
    const side = one(['buy', 'sell'] as const);
    const away = below(Math.max(2, Math.floor(markOf(market) / 25)));
    return {
      kind: 'PlaceOrder',
      owner: chance(60) ? 8 : owner(),
      market,
      side,
      type: 'limit',
      timeInForce: 'gtc',
      priceTicks: priceTicks(Math.max(1, markOf(market) + (side === 'buy' ? -away : away))),
      sizeLots: size(market),
    };
  };

  /**
   * Changes a mark price: mostly by a little, sometimes by up to 40%, so that positions are liquidated and lose more
   * than their margins.
   */
  const mark = (): Command => {
    const market = marketId();
    const percent = chance(75) ? 3 : chance(60) ? 12 : 40;
    const moved = Math.floor((markOf(market) * (100 - percent + below(2 * percent + 1))) / 100);
    // Occasionally resets the price to where it began, so that it does not drift to the bounds.
    const usual = chance(90) ? Math.max(1, moved) : market === PERPETUALS[1] ? 1000 : 100;
    return { kind: 'SetMarkPrice', market, markTicks: priceTicks(chance(98) ? usual : one([0, 2 ** 49, 2 ** 53 - 1])) };
  };

  const leverage = (): Command => ({
    kind: 'SetLeverage',
    owner: chance(98) ? owner() : one([0, 2 ** 41]),
    market: marketId(),
    position: one(positions),
    leverage: chance(95) ? 1 + below(50) : one([0, 100, 101, 2 ** 40]),
  });

  const margin = (): Command => {
    const market = marketId();
    const { owner, position } = positioned(market);
    const known = state.market(market)?.perpetual?.owners.find((each) => each.owner === owner)?.[position];
    const most = Number(known?.margin ?? 1n);
    return {
      kind: 'ChangeMargin',
      owner,
      market,
      position,
      change: one(['add', 'remove'] as const),
      units: assetUnits(chance(95) ? 1 + below(Math.max(1, chance(70) ? Math.ceil(most / 3) : 3 * most)) : 0),
      ...reference(),
    };
  };

  const closingByOperator = (): Command => {
    const market = marketId();
    const { owner, position } = positioned(market);
    const distancePpm = ratePpm(chance(95) ? below(chance(70) ? 60_000 : 500_000) : one([0, 1_000_000, 1_000_001]));
    return { kind: 'ClosePosition', owner, market, position, distancePpm, ...reference() };
  };

  const terms = (): Command => ({
    kind: 'ChangePerpetualTerms',
    market: marketId(),
    ...plainTerms,
    maxLeverage: chance(90) ? one([20, 50, 100]) : one([5, 101]),
    maintenancePpm: ratePpm(chance(90) ? one([5000, 10_000, 20_000]) : one([0, 500_000, 500_001])),
    riskStepPpm: ratePpm(chance(90) ? one([0, 10_000]) : 100_000),
    liquidationFeePpm: ratePpm(one([0, 5000, 50_000])),
    riskLimitUnits: assetUnits(one([1000, 10_000, 40_000, 200_000])),
    riskStepUnits: assetUnits(one([5000, 20_000])),
    maxPositionLots: sizeLots(one([100, 500])),
    maxOpenInterestLots: sizeLots(chance(95) ? one([500, 600, 3000]) : one([50, 2 ** 50])),
  });

  const funding = (): Command => ({
    kind: 'SettleFunding',
    market: marketId(),
    payer: one(positions),
    ratePpm: ratePpm(chance(95) ? 1 + below(chance(80) ? 3000 : 100_000) : one([0, 100_001])),
  });

  const cancellation = (): Command => {
    const open = one(state.orders);
    const id = open !== undefined && chance(90) ? open.id : Math.max(1, state.nextOrder - 1 - below(30));
    const by = open !== undefined && chance(93) ? open.owner : owner();
    if (chance(8))
      return { kind: 'CancelAllOrders', owner: by, ...present({ market: option(60, marketId) }) } as Command;
    return { kind: 'CancelOrder', owner: by, order: id, ...reference() };
  };

  /** Amends the size, the price or the trigger of an open order, or several of these. */
  const amendment = (): Command => {
    const open = one(state.orders);
    if (open === undefined || chance(3))
      return { kind: 'AmendOrder', owner: owner(), order: Math.max(1, state.nextOrder - below(30)), openLots: size(2) };
    const waits = open.triggerTicks !== 0 && open.place !== 'resting';
    const smaller = () => sizeLots(Math.max(1, below(open.open + 1)));
    const larger = () => (chance(70) ? size(open.market) : sizeLots(90 + below(30)));
    const change = {
      priceTicks: option(open.type === 'limit' ? 45 : 4, () => near(open.market, 8)),
      openLots: option(50, () => (chance(60) ? smaller() : larger())),
      triggerTicks: option(waits ? 50 : 4, () => near(open.market, 10)),
      openBefore: option(30, () => (chance(70) ? sizeLots(open.open) : smaller())),
    };
    const by = chance(96) ? open.owner : owner();
    return { kind: 'AmendOrder', owner: by, order: open.id, ...present(change), ...reference() };
  };

  const transfer = (): Command => {
    const from = owner();
    const units = 1 + below(20_000);
    const [source, target] = chance(50) ? (['future', 'spot'] as const) : (['spot', 'future'] as const);
    return {
      kind: 'Transfer',
      by: from,
      purpose: 'between_wallets',
      legs: [
        { owner: from, wallet: source, asset: USDT, units: assetUnits(-units) },
        { owner: from, wallet: target, asset: USDT, units: assetUnits(units) },
      ],
    };
  };

  /** Empties the fund, so that positions are deleveraged. */
  const drain = (): Command => {
    const units = Math.max(1, state.available(INSURANCE, 'future', USDT) - below(500));
    return {
      kind: 'Transfer',
      by: 1,
      purpose: 'correction',
      legs: [
        { owner: INSURANCE, wallet: 'future', asset: USDT, units: assetUnits(-units) },
        { owner: 3, wallet: 'spot', asset: USDT, units: assetUnits(units) },
      ],
    };
  };

  /** The commands that delist a market, usually the second one; other commands come between them. */
  const planned: Command[] = [];
  const closing = (market: MarketId): Command => ({ kind: 'ClosePositions', market, markTicks: priceTicks(1) });
  /**
   * Usually, the mark price that the command expects is the current one; otherwise, the command is refused. At many
   * settlement prices, some positions are bankrupt.
   */
  const closingPrices = (market: MarketId) => {
    const mark = markOf(market);
    const settlement = () =>
      chance(90) ? Math.max(1, Math.floor((mark * (70 + below(61))) / 100)) : one([2 ** 49, 2 ** 53 - 1]);
    return {
      markTicks: priceTicks(mark + (chance(70) ? 0 : 1)),
      ...present({ settlementTicks: option(60, () => priceTicks(settlement())) }),
    };
  };
  const delisting = (): Command[] => {
    const market = one([PERPETUALS[0], PERPETUALS[1], PERPETUALS[1], PERPETUALS[1], 1]);
    const end: Command = { kind: 'SetMarketStatus', market, status: 'delisted' };
    return [
      ...(chance(50) ? [end, closing(market)] : []),
      {
        kind: 'SetMarketStatus',
        market,
        status: chance(90) ? one(['cancel_only', 'cancel_only', 'halted'] as const) : 'open',
      },
      ...TRADERS.map((each): Command => ({ kind: 'CancelAllOrders', owner: each, market })),
      ...Array.from({ length: 1 + below(8) }, (): Command => ({ kind: 'Tick' })),
      ...(chance(40) ? [end] : []),
      ...(chance(90) ? [closing(market)] : []),
      ...Array.from({ length: below(8) }, (): Command => ({ kind: 'Tick' })),
      end,
      { kind: 'SetMarketStatus', market, status: 'open' },
      mark(),
    ];
  };

  const expectation = () =>
    present({ expected: option(40, () => one(['open', 'open', 'cancel_only', 'halted', 'delisted'] as const)) });

  const rare = (): Command => {
    switch (below(16)) {
      case 15:
        if (chance(60)) return { kind: 'AdvanceClock', byMs: 1 + below(DAY_MS) };
        return { kind: 'SetMinimumTerm', market: marketId(), days: one([0, 0, 1, 2, 365, 366]) };
      case 13:
      case 14:
        planned.push(...delisting());
        return { kind: 'Tick' };
      case 0:
      case 1:
        return {
          kind: 'SetMarketStatus',
          market: marketId(),
          status: one(['cancel_only', 'halted'] as const),
          ...expectation(),
        };
      case 2:
        return { kind: 'SetReferencePrice', market: marketId(), referenceTicks: priceTicks(100) };
      case 3: {
        const rates = { makerPpm: ratePpm(below(2000)), takerPpm: ratePpm(below(4000)) };
        return { kind: 'SetFeeSchedule', tier: one([0, 1]), ...rates };
      }
      case 4:
        return { kind: 'SetFeeTier', owner: owner(), tier: below(3) };
      case 5:
      case 6:
        return { kind: 'FreezeOwner', owner: one(TRADERS.slice(0, 6)) };
      case 7: {
        const until = () => timeMs(chance(20) ? 0 : state.timeMs - 5 + below(60_000));
        return { kind: 'SetRestrictions', owner: owner(), tradeUntil: until(), withdrawUntil: until() };
      }
      case 8:
        return { kind: 'PlaceOco', owner: owner(), market: marketId(), side: 'sell', ...pairOf() };
      case 9: {
        const route = { from: BTC, to: USDT, units: assetUnits(10), minUnits: assetUnits(0) };
        return { kind: 'Convert', owner: owner(), ...route };
      }
      case 10:
        return perpetualListing({
          market: one([1, 2, 0, 5]),
          base: one([BTC, USDT, 40]),
          ...(chance(20) ? { maxOpenInterestLots: sizeLots(2 ** 50) } : {}),
          ...(chance(20) ? { bandPpm: ratePpm(1_000_001) } : {}),
        });
      case 11:
        return { kind: 'ActivateRules', version: one([1, 3, 4, 5]) };
      default:
        return {
          kind: 'ChangeMarketRules',
          market: marketId(),
          ...plainRules,
          tickLotUnits: assetUnits(chance(80) ? 1 : 7),
          bandPpm: ratePpm(one([50_000, 300_000, 1_000_000, 1_000_001])),
          maxOpenOrders: one([4, 12, 30, 201]),
          minSizeLots: sizeLots(one([1, 1, 5])),
        };
    }
  };
  const pairOf = () => ({
    sizeLots: sizeLots(5),
    priceTicks: priceTicks(110),
    stopTriggerTicks: priceTicks(90),
  });

  const sent: Command[] = [];
  const any = (): Command => {
    const choice = below(1000);
    if (choice < 370) return order();
    if (choice < 570) return offer();
    if (choice < 620) return mark();
    if (choice < 635) return cancellation();
    if (choice < 675) return amendment();
    if (choice < 695) return leverage();
    if (choice < 735) return margin();
    if (choice < 741) return terms();
    if (choice < 760) return funding();
    if (choice < 775) return transfer();
    if (choice < 800) return fundingOf(owner(), 1 + below(10_000));
    if (choice < 808) return drain();
    if (choice < 825) return closingByOperator();
    if (choice < 900) return { kind: 'Tick' };
    if (choice < 950) return { kind: 'SetMarketStatus', market: one(PERPETUALS), status: 'open', ...expectation() };
    if (choice < 985) return { kind: 'UnfreezeOwner', owner: one(TRADERS.slice(0, 6)) };
    return rare();
  };

  return (): Command => {
    const next = planned.length > 0 && chance(70) ? planned.shift() : undefined;
    if (next?.kind === 'ClosePositions') return { ...next, ...closingPrices(next.market) };
    if (next !== undefined) return next;
    const command = sent.length > 0 && chance(3) ? sent[sent.length - 1 - below(Math.min(20, sent.length))] : any();
    sent.push(command);
    return command;
  };
};
