import { FeeTooHigh, InsufficientFunds } from '../chain-errors.ts';

/** `eip1559`: a maximum per unit of gas, and a tip for the block's producer. `legacy`: a single price. */
export type FeeStyle = 'eip1559' | 'legacy';

/** Per unit of gas, in wei. */
export interface GasFees {
  readonly style: FeeStyle;
  /** The maximum price, or with 'legacy' the price itself. */
  readonly cap: bigint;
  /** The part that goes to the block's producer; included in `cap`, and equal to it with 'legacy'. */
  readonly tip: bigint;
}

/** Current prices of the network, per unit of gas. */
export interface GasMarket {
  /** A transaction that offers less is unlikely to be included soon. */
  readonly needed: GasFees;
  /** The fees that we offer if the limits and the balance allow it. */
  readonly wanted: GasFees;
}

/**
 * The base fee can rise by an eighth per block. The needed fees allow for one such rise; the wanted fees for a
 * doubling, which takes almost six full blocks.
 */
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
 * The fees to offer for this much gas: the wanted price, or else as much as the limits allow, if that is at least the
 * needed price.
 * @param maxFee the maximum that the payment may cost
 * @param affordable the amount that the payer has left for the fee
 */
export function chooseFees(market: GasMarket, gas: bigint, maxFee: bigint, affordable: bigint): GasFees {
  if (maxFee / gas < market.needed.cap) {
    throw new FeeTooHigh(`the network requires a fee of ${gas * market.needed.cap} wei, but only ${maxFee} is allowed`);
  }
  if (affordable < 0n || affordable / gas < market.needed.cap) {
    throw new InsufficientFunds(
      `the network requires a fee of ${gas * market.needed.cap} wei, but the balance leaves only ${affordable} for it`,
    );
  }
  return capped(market.wanted, least(market.wanted.cap, maxFee / gas, affordable / gas));
}

/**
 * The fees of a replacement. Cap and tip are raised by at least an eighth (geth requires a tenth, other nodes an
 * eighth), and further if the network's current fees are higher.
 */
export function raisedFees(stuck: GasFees, { wanted, needed }: GasMarket, gas: bigint, maxFee: bigint): GasFees {
  const tip = most(anEighthMore(stuck.tip), wanted.tip);
  const atLeast = most(anEighthMore(stuck.cap), needed.cap + tip - needed.tip);
  if (gas * atLeast > maxFee) {
    throw new FeeTooHigh(`a replacement requires a fee of ${gas * atLeast} wei, but only ${maxFee} is allowed`);
  }
  return capped({ style: stuck.style, cap: atLeast, tip }, most(atLeast, least(wanted.cap, maxFee / gas)));
}

/** Fees with this cap. With `legacy`, the tip equals the price. */
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
