import { mulDivCeil, mulDivFloor } from '@vitrine/money';
import type { ChargeCurrency } from '../providers/payment/payment.ts';
import { RATE_DECIMALS, type RatedCurrency, type RateSheet } from '../providers/rates/rates.ts';

/** The markup on the market price. */
const SURCHARGE_PERCENT = 5;
/** A purchase can be paid within this time after its creation. */
export const PURCHASE_LIFE_MS = 1_800_000;
/** The minimum and maximum charge, in hundredths of the currency charged. */
export const LEAST_CHARGE = 100;
export const MOST_CHARGE = 1_000_000;
/** Decimals of the currencies that the provider charges. */
export const CHARGE_DECIMALS = 2;
/** Decimals of USDT in the ledger. */
export const USDT_DECIMALS = 6;

/** Decimals of each currency. */
export const currencyDecimals: Readonly<Record<RatedCurrency, number>> = { PHP: 2, USD: 2, VND: 0, MYR: 2, SGD: 2 };

export interface PurchaseQuote {
  readonly currency: RatedCurrency;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly chargeCurrency: ChargeCurrency;
  readonly charge: number;
  /** The price of one USDT in units of 1e-8 of the currency: `rate` is the market's, `price` is ours. */
  readonly rate: number;
  readonly price: number;
  readonly units: number;
}

/**
 * Quotes how much USDT an amount of a currency buys, rounded down. Currencies that the provider does not accept are
 * charged in dollars.
 */
export function quotePurchase({ prices }: RateSheet, currency: RatedCurrency, amount: number): PurchaseQuote {
  const rate = prices[currency];
  const price = mulDivCeil(rate, 100 + SURCHARGE_PERCENT, 100);
  const decimals = currencyDecimals[currency];
  const units = mulDivFloor(amount, 10 ** (RATE_DECIMALS + USDT_DECIMALS - decimals), price);
  const hundredths = amount * 10 ** (CHARGE_DECIMALS - decimals);
  const charge = currency === 'USD' ? amount : mulDivCeil(hundredths, prices.USD, rate);
  return { currency, amount, chargeCurrency: 'USD', charge, rate, price, units };
}
