import { signedLength } from './tron-transaction.ts';

/**
 * The network's fees other than energy, in sun: its parameters 3 (getTransactionFee), 2 (getCreateAccountFee) and 7
 * (getCreateNewAccountFeeInSystemContract), unchanged since 2021. The signer, which queries no node, relies on these
 * values. If the network raises a fee above them, no payments are built until the values here are raised.
 */
export const assumedFees: TronFees = {
  bandwidthSunPerByte: 1_000n,
  newAccountBandwidthSun: 100_000n,
  newAccountSun: 1_000_000n,
};

export interface TronFees {
  /** The price of a byte of bandwidth, for accounts that have no free bandwidth. */
  readonly bandwidthSunPerByte: bigint;
  /** Charged instead of bandwidth if the transfer creates the receiver's account. */
  readonly newAccountBandwidthSun: bigint;
  /** Charged in addition if a TRX transfer creates the receiver's account. */
  readonly newAccountSun: bigint;
}

/** The space that the network reserves, and charges, for a transaction's result (MAX_RESULT_SIZE_IN_TX). */
const RESULT_BYTES = 64;

/** The bandwidth that a transaction takes after signing. */
export function bandwidthBytes(rawData: Uint8Array): bigint {
  return BigInt(signedLength(rawData) + RESULT_BYTES);
}

/**
 * The maximum that a transaction can pay in addition to its fee limit. Only a TRX transfer may create the receiver's
 * account: the receiver of a token needs none.
 */
export function worstFeeSun(rawData: Uint8Array, kind: 'transfer' | 'trigger'): bigint {
  const bandwidth = bandwidthBytes(rawData) * assumedFees.bandwidthSunPerByte;
  const newAccount = assumedFees.newAccountSun + assumedFees.newAccountBandwidthSun;
  return kind === 'transfer' && newAccount > bandwidth ? newAccount : bandwidth;
}
