import type { endpoints, ResponseOf } from '@vitrine/contract';
import { formatDecimal } from '@vitrine/money';
import { readUnits } from '../../kit/amounts.ts';
import { ApiError } from '../../kit/api-error.ts';
import { RATE_DECIMALS, type RatedCurrency, RatesUnavailable } from '../../providers/rates/rates.ts';
import {
  CHARGE_DECIMALS,
  currencyDecimals,
  LEAST_CHARGE,
  MOST_CHARGE,
  type PurchaseQuote,
  USDT_DECIMALS,
} from '../purchase-quotes.ts';
import { owedUnits, type Purchase, type PurchaseState, takenBackUnits } from '../purchase-table.ts';
import type { Purchases } from '../purchases.ts';
import type { Services } from '../services.ts';

type PurchaseItem = ResponseOf<typeof endpoints.purchaseHistory>['purchases'][number];

/** The service that sells USDT. Throws buying_unavailable if there is none. */
export function purchasesOf({ purchases }: Services): Purchases {
  if (purchases === undefined) throw new ApiError('buying_unavailable');
  return purchases;
}

interface Asked {
  readonly amount: string;
  readonly currency?: RatedCurrency;
}

/**
 * Quotes how much USDT the amount buys. Errors: those of `readUnits`, buying_unavailable, prices_unavailable,
 * below_minimum, above_maximum.
 */
export async function readQuote(services: Services, { amount, currency = 'USD' }: Asked): Promise<PurchaseQuote> {
  const purchases = purchasesOf(services);
  const units = readUnits(amount, { scale: currencyDecimals[currency] });
  const quote = await purchases.quote(currency, units).catch((error: unknown) => {
    throw error instanceof RatesUnavailable ? new ApiError('prices_unavailable') : error;
  });
  refuseOutside(quote);
  return quote;
}

function refuseOutside({ charge, chargeCurrency }: PurchaseQuote): void {
  const value = (hundredths: number) => `${formatDecimal(hundredths, CHARGE_DECIMALS)} ${chargeCurrency}`;
  if (charge < LEAST_CHARGE) throw new ApiError('below_minimum', { value: value(LEAST_CHARGE) });
  if (charge > MOST_CHARGE) throw new ApiError('above_maximum', { value: value(MOST_CHARGE) });
}

export const quoteOnWire = (quote: PurchaseQuote) => ({
  currency: quote.currency,
  amount: formatDecimal(quote.amount, currencyDecimals[quote.currency]),
  charge_currency: quote.chargeCurrency,
  charge: formatDecimal(quote.charge, CHARGE_DECIMALS),
  market_price: formatDecimal(quote.rate, RATE_DECIMALS),
  price: formatDecimal(quote.price, RATE_DECIMALS),
  usdt: formatDecimal(quote.units, USDT_DECIMALS),
});

/** The states as shown to clients and operators. */
export const purchaseWords: Readonly<Record<PurchaseState, PurchaseItem['state']>> = {
  created: 'WAITING',
  approved: 'CONFIRMING',
  captured: 'CONFIRMING',
  credited: 'COMPLETED',
  failed: 'FAILED',
  expired: 'EXPIRED',
};

export const purchaseOnWire = (purchase: Purchase): PurchaseItem => ({
  id: purchase.id,
  ...quoteOnWire(purchase),
  state: purchaseWords[purchase.state],
  reason: problemOnWire(purchase),
  date: purchase.createdMs,
  expires_at: purchase.expiresMs,
  ended_at: purchase.endedMs ?? 0,
  position: purchase.position ?? 0,
  reference: purchase.captureId ?? '',
  ...returnedOnWire(purchase),
});

/** The refunded part of the charge, and the part of the purchased USDT that was deducted. */
export const returnedOnWire = (purchase: Purchase) => ({
  refunded: formatDecimal(purchase.refunded, CHARGE_DECIMALS),
  taken_back: usdtText(takenBackUnits(purchase)),
  take_backs: purchase.takeBacks.map(({ units, cause, position, timeMs }) => ({
    amount: usdtText(units),
    cause,
    position,
    date: timeMs,
  })),
  owed: usdtText(owedUnits(purchase)),
});

export const usdtText = (units: number): string => formatDecimal(units, USDT_DECIMALS);

const problems = ['', 'declined', 'void', 'gone', 'differs', 'returned'] as const;

/** Older rows may hold values that are not in this list. */
export const problemOnWire = ({ problem }: Purchase): PurchaseItem['reason'] =>
  problems.find((known) => known === problem) ?? 'other';
