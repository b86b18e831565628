import type { Convert, MarketId, Side } from '@vitrine/core';
import type { AssetUnits, PriceTicks } from '@vitrine/money';
import { ApiError } from '../../kit/api-error.ts';
import type { Instrument } from '../../kit/instruments.ts';
import type { Principal } from '../../kit/principal.ts';
import { keyedBy } from '../../kit/reference.ts';
import { type OrderChange, orderChange } from '../orders/order-change.ts';
import type { Services } from '../services.ts';
import { submitOrder } from '../submit-unlocked.ts';
import { leastOf } from './conversion.ts';

/**
 * An amount to convert in full at about the price that the client saw: a buy spends the quote asset, a sell the base
 * asset.
 */
export interface PricedConversion {
  readonly market: MarketId;
  readonly side: Side;
  readonly units: AssetUnits;
  readonly seenTicks: PriceTicks;
}

/** With `key`, a repeated call returns the first call's result. */
export async function convertAtPrice(
  services: Services,
  principal: Principal,
  intent: PricedConversion,
  key?: string,
): Promise<OrderChange> {
  const { owner } = principal;
  const terms = termsOf(services.instruments.byMarket(intent.market), intent);
  const command: Convert = { kind: 'Convert', owner, ...terms, ...keyedBy(owner, key) };
  return orderChange(services, owner, await submitOrder(services, principal, command));
}

function termsOf(
  { base, quote, rules }: Instrument,
  { side, units, seenTicks }: PricedConversion,
): Pick<Convert, 'from' | 'to' | 'units' | 'minUnits'> {
  const isBuy = side === 'buy';
  // The notional value in units of the quote asset is price ticks × size lots × tickLotUnits; a lot is lotUnits units
  // of the coin.
  const lotCost = BigInt(seenTicks) * BigInt(rules.tickLotUnits);
  const [multiplier, divisor] = isBuy ? [BigInt(rules.lotUnits), lotCost] : [lotCost, BigInt(rules.lotUnits)];
  const exact = (BigInt(units) * multiplier) / divisor;
  if (exact > BigInt(Number.MAX_SAFE_INTEGER)) throw new ApiError('exceeds_range');
  const fairUnits = Number(exact) as AssetUnits;
  const [from, to] = isBuy ? [quote, base] : [base, quote];
  return { from: from.asset, to: to.asset, units, minUnits: leastOf(fairUnits) };
}
