import { signedLength } from './tron-transaction.ts';

/**
 * What the network asks for besides energy, in sun, by its parameters 3 (getTransactionFee), 2 (getCreateAccountFee) and
 * 7 (getCreateNewAccountFeeInSystemContract) as they have been since 2021. The signer, which asks no node, goes by
 * these; where the network comes to ask for more, nothing is built until they are raised here.
 */
export const assumedFees: TronFees = {
  bandwidthSunPerByte: 1_000n,
  newAccountBandwidthSun: 100_000n,
  newAccountSun: 1_000_000n,
};

export interface TronFees {
  /** A byte of bandwidth where none is free. */
  readonly bandwidthSunPerByte: bigint;
  /** In place of bandwidth where the transfer makes its receiver's account. */
  readonly newAccountBandwidthSun: bigint;
  /** Where a transfer of TRX makes its receiver's account. */
  readonly newAccountSun: bigint;
}

/** The room that the network reserves, and charges, for a transaction's result (MAX_RESULT_SIZE_IN_TX). */
const RESULT_BYTES = 64;

/** The bandwidth that a transaction takes once signed. */
export function bandwidthBytes(rawData: Uint8Array): bigint {
  return BigInt(signedLength(rawData) + RESULT_BYTES);
}

/**
 * The most that a transaction can pay besides its fee limit. That it may make its receiver's account counts for TRX
 * alone: a token's receiver needs no account.
 */
export function worstFeeSun(rawData: Uint8Array, kind: 'transfer' | 'trigger'): bigint {
  const bandwidth = bandwidthBytes(rawData) * assumedFees.bandwidthSunPerByte;
  const newAccount = assumedFees.newAccountSun + assumedFees.newAccountBandwidthSun;
  return kind === 'transfer' && newAccount > bandwidth ? newAccount : bandwidth;
}
