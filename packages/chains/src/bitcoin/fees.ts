/** Sizes and fees of transactions whose inputs are all P2WPKH, in weight units (BIP-141): four to a virtual byte. */

/**
 * The size of an input: its outpoint, empty script and sequence, then a witness of two items: the longest possible
 * signature with its sighash type, and a public key.
 */
const inputWeight = 4 * 41 + (1 + 1 + 72 + 1 + 33);

/**
 * The rest of a transaction: version, lock time, numbers of inputs and outputs, then the marker and the flag for
 * witnesses.
 */
const frameWeight = 4 * (4 + 4 + 1 + 1) + 2;

/**
 * The minimum fee rate at which nodes relay a transaction, in satoshis per 1000 virtual bytes. A replacement pays the
 * fee of the transaction that it replaces, and at least this rate in addition (BIP-125).
 */
export const leastFeeRate = 1000;

/**
 * The maximum number of inputs: each is sent to the signer with its whole previous transaction. It is below 253, so
 * that the count takes one byte, as `frameWeight` assumes.
 */
export const mostInputs = 100;

/**
 * The size of a transaction in virtual bytes, with the longest possible signatures. The actual size may be a few bytes
 * less.
 */
function virtualSize(inputs: number, outputScripts: readonly Uint8Array[]): number {
  const outputs = outputScripts.reduce((sum, script) => sum + outputSize(script), 0);
  return Math.ceil((frameWeight + inputs * inputWeight + 4 * outputs) / 4);
}

/** The fee in satoshis at this rate per 1000 virtual bytes. */
export function feeOf(inputs: number, outputScripts: readonly Uint8Array[], feeRate: number): bigint {
  return (BigInt(virtualSize(inputs, outputScripts)) * BigInt(feeRate) + 999n) / 1000n;
}

/** The additional fee for one more input: a coin worth less than this fee is not worth spending. */
export function inputFee(feeRate: number): bigint {
  return (BigInt(inputWeight) * BigInt(feeRate) + 3999n) / 4000n;
}

/**
 * The smallest amount of an output, in satoshis, that nodes relay: three times the cost of creating and spending it at
 * the minimum rate (Bitcoin Core's dust limit; 294 for P2WPKH, 546 for P2PKH).
 */
export function dustLimit(script: Uint8Array): bigint {
  const isWitnessProgram = (script[0] === 0 || (script[0] ?? 0) > 0x50) && script[1] === script.length - 2;
  return 3n * BigInt(outputSize(script) + (isWitnessProgram ? 67 : 148));
}

/** The size of an output in bytes: amount, length of the script, script. */
function outputSize(script: Uint8Array): number {
  return 8 + 1 + script.length;
}
