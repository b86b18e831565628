import { FeeTooHigh, InsufficientFunds } from '../chain-errors.ts';

/** Who pays by EIP-1559 says the most per unit of gas and what the block's maker gets of it; who does not, a price. */
export type FeeStyle = 'eip1559' | 'legacy';

/** Per unit of gas, in wei. */
export interface GasFees {
  readonly style: FeeStyle;
  /** The most that is paid, or with 'legacy' what is paid. */
  readonly cap: bigint;
  /** For the maker of the block, within the cap; as much as the cap with 'legacy'. */
  readonly tip: bigint;
}

/** What the network asks for now, per unit of gas. */
export interface GasMarket {
  /** Below this it is unlikely to be included soon. */
  readonly needed: GasFees;
  /** What we offer where nothing is scarce. */
  readonly wanted: GasFees;
}

/** The base fee can rise by an eighth each block: bearing one rise is needed, doubling lasts six full blocks. */
export function marketOf1559(baseFee: bigint, tip: bigint): GasMarket {
  return {
    needed: { style: 'eip1559', cap: baseFee + baseFee / 8n + 1n + tip, tip },
    wanted: { style: 'eip1559', cap: baseFee * 2n + tip + 1n, tip },
  };
}

export function legacyMarket(gasPrice: bigint): GasMarket {
  const wanted = gasPrice + gasPrice / 10n;
  return {
    needed: { style: 'legacy', cap: gasPrice, tip: gasPrice },
    wanted: { style: 'legacy', cap: wanted, tip: wanted },
  };
}

/**
 * What to offer for this much gas: what is wanted, or what the bounds leave, so long as it is what is needed.
 * @param maxFee the most the payment may cost
 * @param affordable what the payer has left for it
 */
export function chooseFees(market: GasMarket, gas: bigint, maxFee: bigint, affordable: bigint): GasFees {
  if (maxFee / gas < market.needed.cap) {
    throw new FeeTooHigh(`the network asks for ${gas * market.needed.cap}, and ${maxFee} is allowed`);
  }
  if (affordable < 0n || affordable / gas < market.needed.cap) {
    throw new InsufficientFunds(`the fee may be ${gas * market.needed.cap}, and ${affordable} is left for it`);
  }
  return capped(market.wanted, least(market.wanted.cap, maxFee / gas, affordable / gas));
}

/** What nodes take in the place of these: an eighth more in both (geth asks for a tenth, others for an eighth), and what the network asks for. */
export function raisedFees(stuck: GasFees, { wanted, needed }: GasMarket, gas: bigint, maxFee: bigint): GasFees {
  const tip = most(anEighthMore(stuck.tip), wanted.tip);
  const atLeast = most(anEighthMore(stuck.cap), needed.cap + tip - needed.tip);
  if (gas * atLeast > maxFee) {
    throw new FeeTooHigh(`a replacement costs ${gas * atLeast}, and ${maxFee} is allowed`);
  }
  return capped({ style: stuck.style, cap: atLeast, tip }, most(atLeast, least(wanted.cap, maxFee / gas)));
}

/** A legacy price is its own tip. */
function capped({ style, tip }: GasFees, cap: bigint): GasFees {
  return { style, cap, tip: style === 'legacy' ? cap : least(tip, cap) };
}

function anEighthMore(fee: bigint): bigint {
  return fee + fee / 8n + 1n;
}

export function least(...values: readonly bigint[]): bigint {
  return ascending(values)[0] ?? 0n;
}

function most(...values: readonly bigint[]): bigint {
  return ascending(values).at(-1) ?? 0n;
}

function ascending(values: readonly bigint[]): bigint[] {
  return values.toSorted((a, b) => Number(a > b) - Number(a < b));
}
