import {
  type Command,
  type Core,
  type MarketId,
  type PerpetualView,
  type PositionView,
  systemOwners,
} from '@vitrine/core';
import { type PriceTicks, priceTicks, sizeLots } from '@vitrine/money';

/** The insurance fund closes its positions within this fraction of the mark price. */
const SLIPPAGE = 0.005;

interface FundParts {
  readonly core: () => Pick<Core, 'positions' | 'perpetual'>;
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
    if (perpetual?.status === 'open' && isMarkReliable(view.market)) await submit(closing(perpetual, view));
  }
}

function closing({ markTicks, tickLotUnits, ...rules }: PerpetualView, view: PositionView): Command {
  const isLong = view.position === 'long';
  const limit: PriceTicks = priceTicks(
    isLong ? Math.max(1, Math.ceil(markTicks * (1 - SLIPPAGE))) : Math.floor(markTicks * (1 + SLIPPAGE)),
  );
  const most = Math.floor(rules.maxNotionalUnits / (limit * tickLotUnits));
  return {
    kind: 'PlaceOrder',
    owner: systemOwners.insurance,
    market: view.market,
    side: isLong ? 'sell' : 'buy',
    type: 'limit',
    timeInForce: 'ioc',
    priceTicks: limit,
    sizeLots: sizeLots(Math.min(view.sizeLots, rules.maxSizeLots, most)),
    reduceOnly: true,
  };
}
