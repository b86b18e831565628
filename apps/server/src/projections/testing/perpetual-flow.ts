import type { Command, Core, MarketId, OwnerId, PositionSide } from '@vitrine/core';
import { assetUnits, priceTicks, ratePpm, sizeLots } from '@vitrine/money';
import { seededNumbers } from './seeded-flow.ts';

const BASE = 1;
const USDT = 2;
const PERPETUAL: MarketId = 1_001;
const FIRST_TICKS = 1_000;
const perpetualTraders: readonly OwnerId[] = [1000, 1001, 1002, 1003, 1004, 8];
const INSURANCE = 4;

const deposit = (owner: OwnerId, units: number): Command => ({
  kind: 'Transfer',
  by: 1,
  purpose: 'deposit',
  legs: [
    { owner: 1, wallet: 'spot', asset: USDT, units: assetUnits(-units) },
    { owner, wallet: 'future', asset: USDT, units: assetUnits(units) },
  ],
});

/** Lists one perpetual market, and gives all owners margin. */
export const perpetualSetup: readonly Command[] = [
  { kind: 'RegisterAsset', asset: BASE, code: 'BTC', scale: 8 },
  { kind: 'RegisterAsset', asset: USDT, code: 'USDT', scale: 6 },
  { kind: 'SetFeeSchedule', tier: 0, makerPpm: ratePpm(300), takerPpm: ratePpm(700) },
  {
    kind: 'ListPerpetual',
    market: PERPETUAL,
    base: BASE,
    quote: USDT,
    markTicks: priceTicks(FIRST_TICKS),
    status: 'open',
    tickLotUnits: assetUnits(3),
    lotUnits: assetUnits(1),
    minSizeLots: sizeLots(1),
    maxSizeLots: sizeLots(10_000),
    minNotionalUnits: assetUnits(0),
    maxNotionalUnits: assetUnits(100_000_000),
    bandPpm: ratePpm(400_000),
    maxOpenOrders: 20,
    maxLeverage: 50,
    maintenancePpm: ratePpm(8_000),
    riskLimitUnits: assetUnits(200_000),
    riskStepUnits: assetUnits(100_000),
    riskStepPpm: ratePpm(4_000),
    liquidationFeePpm: ratePpm(4_000),
    maxPositionLots: sizeLots(2_000),
    maxOpenInterestLots: sizeLots(5_000),
  },
  ...perpetualTraders.map((owner) => deposit(owner, 400_000)),
  deposit(INSURANCE, 60_000),
];

/** Random commands: orders, margin changes, funding settlements, and a mark price that sometimes jumps. Many are refused. */
export function* perpetualCommands(seed: number, core: Core): Generator<Command, never> {
  const below = seededNumbers(seed);
  const one = <T>(choices: readonly T[]): T => choices[below(choices.length)] as T;
  const mark = () => core.perpetual(PERPETUAL)?.markTicks ?? FIRST_TICKS;
  const sides: readonly PositionSide[] = ['long', 'short'];
  for (const owner of perpetualTraders)
    for (const position of sides)
      yield { kind: 'SetLeverage', owner, market: PERPETUAL, position, leverage: one([5, 20, 50]) };
  for (;;) {
    const owner = one(perpetualTraders);
    const near = priceTicks(mark() - 12 + below(25));
    const dice = below(100);
    if (dice < 70) {
      const reduceOnly = below(3) === 0;
      const side = one(['buy', 'sell'] as const);
      const better = side === 'buy' ? 1 : -1;
      yield {
        kind: 'PlaceOrder',
        owner,
        market: PERPETUAL,
        side,
        type: 'limit',
        timeInForce: one(['gtc', 'gtc', 'ioc']),
        priceTicks: near,
        sizeLots: sizeLots(1 + below(150)),
        ...(reduceOnly && { reduceOnly }),
        ...(!reduceOnly &&
          below(3) === 0 && {
            takeProfitTicks: priceTicks(near + better * 20),
            stopLossTicks: priceTicks(near - better * 20),
          }),
      };
    } else if (dice < 75) {
      const ticks = priceTicks(mark() - 30 + below(60));
      yield {
        kind: 'PlaceOrder',
        owner,
        market: PERPETUAL,
        side: one(['buy', 'sell']),
        type: 'market',
        timeInForce: 'ioc',
        sizeLots: sizeLots(1 + below(100)),
        reduceOnly: true,
        trigger: { kind: one(['stop', 'take_profit']), ticks },
      };
    } else if (dice < 84) {
      const change = one(['add', 'remove'] as const);
      yield {
        kind: 'ChangeMargin',
        owner,
        market: PERPETUAL,
        position: one(sides),
        change,
        units: assetUnits(1 + below(3_000)),
      };
    } else if (dice < 95) {
      const far = below(8) === 0 ? 120 : 10;
      yield {
        kind: 'SetMarkPrice',
        market: PERPETUAL,
        markTicks: priceTicks(Math.max(100, mark() - far + below(2 * far + 1))),
      };
    } else if (dice < 97) {
      yield { kind: 'SettleFunding', market: PERPETUAL, payer: one(sides), ratePpm: ratePpm(1 + below(5_000)) };
    } else if (dice < 99) yield { kind: 'Tick' };
    else yield { kind: 'SetMarketStatus', market: PERPETUAL, status: 'open' };
  }
}
