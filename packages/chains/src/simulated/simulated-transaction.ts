import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type {
  AddressFormat,
  KeyStore,
  Network,
  PaymentSource,
  SignedTransaction,
  TransactionContent,
  TransactionSigner,
  UnsignedTransaction,
} from '../chain.ts';
import { MalformedTransaction } from '../chain-errors.ts';
import { keyPath } from '../key-paths.ts';

/** A transaction of a simulated network: one payment from one account with a nonce, as on EVM networks. */
export interface SimulatedOrder {
  readonly network: Network;
  readonly from: string;
  readonly nonce: number;
  readonly coin: string;
  readonly to: string;
  readonly amount: bigint;
  readonly fee: bigint;
}

const fields = ['network', 'from', 'nonce', 'coin', 'to', 'amount', 'fee'] as const;
const whole = /^(0|[1-9][0-9]{0,77})$/;

export const encodeOrder = (order: SimulatedOrder): string =>
  bytesToHex(utf8ToBytes(JSON.stringify(fields.map((field) => String(order[field])))));

/** Reads an order. Throws MalformedTransaction for anything that encodeOrder would not write. */
export function decodeOrder(hex: string): SimulatedOrder {
  const [network = '', from = '', nonce = '', coin = '', to = '', amount = '', fee = ''] = textsOf(hex);
  if (![nonce, amount, fee].every((text) => whole.test(text)))
    throw new MalformedTransaction('the nonce, the amount or the fee is not a whole number');
  const order = {
    network: network as Network,
    from,
    nonce: Number(nonce),
    coin,
    to,
    amount: BigInt(amount),
    fee: BigInt(fee),
  };
  if (encodeOrder(order) !== hex) throw new MalformedTransaction('the transaction is not in canonical form');
  return order;
}

function textsOf(hex: string): string[] {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(hexToBytes(hex)));
    if (Array.isArray(parsed) && parsed.length === fields.length && parsed.every((text) => typeof text === 'string'))
      return parsed;
  } catch {
    // Any fault in the bytes is reported below.
  }
  throw new MalformedTransaction('the bytes are not a payment of a simulated network');
}

export const nonceClaim = (source: PaymentSource, nonce: number): string =>
  `${source.kind === 'hot' ? 'hot' : `deposit/${source.index}`}:nonce:${nonce}`;

/** Bytes of a signed order: public key (33), signature (64), then the order. */
export function readSigned(bytes: string): { order: SimulatedOrder; publicKey: Uint8Array; isGenuine: boolean } {
  const all = hexToBytes(bytes);
  if (all.length < 98) throw new MalformedTransaction('the bytes are too short for a signed transaction');
  const publicKey = all.slice(0, 33);
  const unsigned = all.slice(97);
  return {
    order: decodeOrder(bytesToHex(unsigned)),
    publicKey,
    isGenuine: secp256k1.verify(all.slice(33, 97), sha256(unsigned), publicKey, { prehash: false }),
  };
}

export const txidOf = (family: AddressFormat['family'], bytes: Uint8Array): string =>
  `${family === 'evm' ? '0x' : ''}${bytesToHex(sha256(bytes))}`;

/** Signs for a simulated network, with the keys and addresses of the real one. */
export class SimulatedSigner implements TransactionSigner {
  readonly network: Network;
  readonly #addresses: AddressFormat;
  readonly #native: string;

  constructor(network: Network, addresses: AddressFormat, native: string) {
    this.network = network;
    this.#addresses = addresses;
    this.#native = native;
  }

  read({ bytes, source }: UnsignedTransaction): TransactionContent {
    const { network, coin, to, amount, fee, nonce } = decodeOrder(bytes);
    if (network !== this.network) throw new MalformedTransaction('the transaction is for another network');
    const contract = coin === this.#native ? undefined : simulatedContract(coin);
    return { contract, to, amount, maxFee: fee, claims: [nonceClaim(source, nonce)] };
  }

  async sign({ bytes, source }: UnsignedTransaction, keys: KeyStore): Promise<SignedTransaction> {
    const order = decodeOrder(bytes);
    const path = keyPath(this.#addresses.family, source);
    const publicKey = await keys.publicKey(path);
    if (this.#addresses.fromPublicKey(publicKey) !== order.from)
      throw new MalformedTransaction('the account does not belong to this key');
    const unsigned = hexToBytes(bytes);
    const { compact } = await keys.sign(path, sha256(unsigned));
    const signed = concatBytes(publicKey, compact, unsigned);
    return { txid: txidOf(this.#addresses.family, signed), bytes: bytesToHex(signed) };
  }
}

/** A token of a simulated network has no contract; this stands in for the contract's address. */
export const simulatedContract = (coin: string): string => `simulated:${coin}`;
