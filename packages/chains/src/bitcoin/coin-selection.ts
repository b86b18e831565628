import { FeeTooHigh, InsufficientFunds } from '../chain-errors.ts';
import { dustLimit, feeOf, inputFee, leastFeeRate, mostInputs } from './fees.ts';

/** The amounts that a payment must cover, in satoshis. */
export interface Wanted {
  readonly amount: bigint;
  readonly to: Uint8Array;
  /** The script that receives the change. */
  readonly changeTo: Uint8Array;
  /** Satoshis per 1000 virtual bytes. */
  readonly feeRate: number;
  readonly maxFee: bigint;
}

interface Coin {
  readonly amount: bigint;
}

export interface Selection<Kind> {
  readonly coins: readonly Kind[];
  readonly fee: bigint;
  /** The amount returned to the source; 0 if there is no change. */
  readonly change: bigint;
}

/**
 * The fewest coins, largest first, that cover the amount and the fee. Throws InsufficientFunds if even the largest
 * number of coins that one transaction may spend does not cover both, and FeeTooHigh if the fee would be higher than
 * allowed.
 */
export function selectCoins<Kind extends Coin>(coins: readonly Kind[], wanted: Wanted): Selection<Kind> {
  const usable = worthSpending(coins, wanted.feeRate);
  let sum = 0n;
  let isTooDear = false;
  for (const [index, coin] of usable.entries()) {
    sum += coin.amount;
    const settled = settle(sum, wanted, (outputs) => feeOf(index + 1, outputs, wanted.feeRate));
    if (settled !== undefined && settled.fee <= wanted.maxFee) return { coins: usable.slice(0, index + 1), ...settled };
    isTooDear ||= settled !== undefined;
  }
  if (isTooDear) throw new FeeTooHigh(`the network requires a fee of more than ${wanted.maxFee} satoshis`);
  throw new InsufficientFunds(`the available ${sum} satoshis do not cover the amount of ${wanted.amount} and the fee`);
}

/**
 * Spends all coins worth their fee, or as many as one transaction may spend. Whatever exceeds the amount is the fee,
 * which must be high enough for nodes to relay the transaction. Throws like `selectCoins`.
 */
export function selectAllCoins<Kind extends Coin>(all: readonly Kind[], wanted: Wanted): Selection<Kind> {
  const coins = worthSpending(all, wanted.feeRate);
  const fee = coins.reduce((sum, { amount }) => sum + amount, 0n) - wanted.amount;
  if (fee < feeOf(coins.length, [wanted.to], leastFeeRate)) {
    throw new InsufficientFunds(
      `the amount of ${wanted.amount} satoshis leaves ${fee} for the fee, too little for the network`,
    );
  }
  if (fee > wanted.maxFee) throw new FeeTooHigh(`the fee of ${fee} satoshis exceeds the allowed ${wanted.maxFee}`);
  return { coins, fee, change: 0n };
}

/**
 * The coins that are worth more than it costs to spend them, largest first, limited to what fits into one transaction.
 */
export function worthSpending<Kind extends Coin>(coins: readonly Kind[], feeRate: number): readonly Kind[] {
  const least = inputFee(feeRate);
  return coins
    .filter(({ amount }) => amount > least)
    .toSorted((one, other) => (one.amount < other.amount ? 1 : one.amount > other.amount ? -1 : 0))
    .slice(0, mostInputs);
}

/**
 * Splits the value of these coins between receiver, fee and change; undefined if the value does not cover the amount
 * and the fee. Change below the dust limit is added to the fee.
 */
export function settle(
  sum: bigint,
  { amount, to, changeTo }: Wanted,
  feeFor: (outputs: readonly Uint8Array[]) => bigint,
): { readonly fee: bigint; readonly change: bigint } | undefined {
  const left = sum - amount;
  const feeWithChange = feeFor([to, changeTo]);
  if (left - feeWithChange >= dustLimit(changeTo)) return { fee: feeWithChange, change: left - feeWithChange };
  return left >= feeFor([to]) ? { fee: left, change: 0n } : undefined;
}
