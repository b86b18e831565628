import {
  type Command,
  type Core,
  type MarketId,
  type PerpetualView,
  type PositionView,
  systemOwners,
} from '@vitrine/core';
import { type PriceTicks, ratePpm, sizeLots } from '@vitrine/money';

/** The insurance fund closes its positions within this distance of the mark price, and within the price band: 0.5%. */
const DISTANCE_PPM = ratePpm(5_000);

interface FundParts {
  readonly core: () => Pick<Core, 'positions' | 'perpetual' | 'closingTicks'>;
  /** Whether the mark price is at a confirmed index: the fund would lose money by trading at a wrong price. */
  readonly isMarkReliable: (market: MarketId) => boolean;
  readonly submit: (command: Command) => Promise<unknown>;
}

/**
 * Closes the positions that the insurance fund took over from liquidations, as far as the books have liquidity near the
 * mark price.
 */
export async function closeFundPositions({ core, isMarkReliable, submit }: FundParts): Promise<void> {
  for (const view of core().positions(systemOwners.insurance)) {
    const perpetual = core().perpetual(view.market);
    const limit = core().closingTicks(view.market, view.position, DISTANCE_PPM);
    if (perpetual?.status !== 'open' || limit === undefined || !isMarkReliable(view.market)) continue;
    await submit(closing(perpetual, view, limit));
  }
}

function closing({ tickLotUnits, ...rules }: PerpetualView, view: PositionView, limit: PriceTicks): Command {
  const most = Math.floor(rules.maxNotionalUnits / (limit * tickLotUnits));
  return {
    kind: 'PlaceOrder',
    owner: systemOwners.insurance,
    market: view.market,
    side: view.position === 'long' ? 'sell' : 'buy',
    type: 'limit',
    timeInForce: 'ioc',
    priceTicks: limit,
    sizeLots: sizeLots(Math.min(view.sizeLots, rules.maxSizeLots, most)),
    reduceOnly: true,
  };
}
