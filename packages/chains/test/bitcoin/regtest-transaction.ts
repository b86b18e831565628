import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { OutScript, RawTx, Transaction } from '@scure/btc-signer';

/** A transaction as the node stores it. It is parsed without the product's code. */
export interface RegtestTransaction {
  readonly txid: string;
  readonly bytes: Uint8Array;
  readonly inputs: readonly {
    readonly outpoint: string;
    readonly sequence: number;
    readonly witness: readonly Uint8Array[];
  }[];
  readonly outputs: readonly RegtestOutput[];
  readonly virtualSize: number;
  readonly isCoinbase: boolean;
}

export interface RegtestOutput {
  readonly amount: bigint;
  readonly script: Uint8Array;
}

/** Throws if the bytes are not a transaction. */
export function readRegtestTransaction(bytes: Uint8Array): RegtestTransaction {
  const { version, inputs, outputs, witnesses, lockTime } = RawTx.decode(bytes);
  const bare = RawTx.encode({ version, segwitFlag: false, inputs, outputs, witnesses: undefined, lockTime });
  return {
    txid: shown(doubleHash(bare)),
    bytes,
    inputs: inputs.map(({ txid, index, sequence }, at) => ({
      outpoint: `${bytesToHex(txid)}:${index}`,
      sequence,
      witness: witnesses?.[at] ?? [],
    })),
    outputs,
    virtualSize: Math.ceil((3 * bare.length + bytes.length) / 4),
    isCoinbase:
      inputs.length === 1 && inputs[0]?.index === 0xffffffff && inputs[0].txid.every((byte: number) => byte === 0),
  };
}

/**
 * Why the witness of an input is invalid, or undefined. Only P2WPKH can be spent here, with a signature over the whole
 * transaction (BIP-143), in DER with a low s (BIP-146).
 */
export function scriptFault(
  { bytes, inputs }: RegtestTransaction,
  at: number,
  spent: RegtestOutput,
): string | undefined {
  const program = OutScript.decode(spent.script);
  if (program.type !== 'wpkh')
    return 'Script evaluated without error but finished with a false/empty top stack element';
  const [signature, publicKey, ...more] = inputs[at]?.witness ?? [];
  if (signature === undefined || publicKey === undefined || more.length > 0) return 'Witness program hash mismatch';
  if (bytesToHex(ripemd160(sha256(publicKey))) !== bytesToHex(program.hash)) return 'Witness program hash mismatch';
  if (signature.at(-1) !== 1) return 'Signature hash type missing or not understood';
  const transaction = Transaction.fromRaw(bytes, { allowUnknownOutputs: true, disableScriptCheck: true });
  const scriptCode = OutScript.encode({ type: 'pkh', hash: program.hash });
  const digest = transaction.preimageWitnessV0(at, scriptCode, 1, spent.amount);
  const der = signature.slice(0, -1);
  const isValid = secp256k1.verify(der, digest, publicKey, { prehash: false, format: 'der', lowS: true });
  return isValid ? undefined : 'Signature must be zero for failed CHECK(MULTI)SIG operation';
}

export function doubleHash(...parts: readonly Uint8Array[]): Uint8Array {
  return sha256(sha256(concatBytes(...parts)));
}

/** A hash as it is displayed: with its bytes reversed. */
export function shown(hash: Uint8Array): string {
  return bytesToHex(hash.toReversed());
}

/** A hash with its bytes in the order in which they are serialized. */
export function unshown(hash: string): Uint8Array {
  return hexToBytes(hash).reverse();
}
