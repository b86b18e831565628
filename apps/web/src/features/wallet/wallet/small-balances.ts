import type { DecimalText } from '@vitrine/ui';

/** Small balances are those worth less than this many USDT. */
const SMALL_BELOW_USDT = 1;

/** Whether a balance of this value is small, so that it can be hidden. */
export const isSmallBalance = (usdtValue: DecimalText): boolean => Number(usdtValue) < SMALL_BELOW_USDT;
