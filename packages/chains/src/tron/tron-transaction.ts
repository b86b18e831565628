import { sha256 } from '@noble/hashes/sha2.js';
import { tronAddressOf } from '@vitrine/addresses';
import { decodeFields, encodeFields, type ProtobufField } from './protobuf.ts';
import { addressBytes } from './tron-address.ts';

/** A transfer of TRX to an address. Amounts are in sun, millionths of a TRX. */
export interface TransferContract {
  readonly kind: 'transfer';
  readonly owner: string;
  readonly to: string;
  readonly amount: bigint;
}

/** A smart-contract call that carries no TRX or TRC10 tokens. */
export interface TriggerContract {
  readonly kind: 'trigger';
  readonly owner: string;
  readonly contract: string;
  readonly data: Uint8Array;
}

/** raw_data of a transaction, limited to the contents that this exchange writes. */
export interface RawTransaction {
  /**
   * The last two bytes of the height of the block that the transaction refers to. On a chain without that block, the
   * transaction is void.
   */
  readonly refBlockBytes: Uint8Array;
  /** Bytes 8 to 15 of the hash of that block, counted from 0. */
  readonly refBlockHash: Uint8Array;
  readonly expirationMs: number;
  readonly timestampMs: number;
  /** The maximum that may be burned for energy, in sun; 0 if the transaction executes no code. */
  readonly feeLimit: bigint;
  readonly contract: TransferContract | TriggerContract;
}

/** The numbers of java-tron's `ContractType`, and the type URLs of their messages. */
const contractTypes = {
  transfer: { number: 1n, url: 'type.googleapis.com/protocol.TransferContract' },
  trigger: { number: 31n, url: 'type.googleapis.com/protocol.TriggerSmartContract' },
} as const;

const SIGNATURE_BYTES = 65;

export function encodeRaw(raw: RawTransaction): Uint8Array {
  return encodeFields([
    { number: 1, value: raw.refBlockBytes },
    { number: 4, value: raw.refBlockHash },
    { number: 8, value: BigInt(raw.expirationMs) },
    { number: 11, value: encodeContract(raw.contract) },
    { number: 14, value: BigInt(raw.timestampMs) },
    { number: 18, value: raw.feeLimit },
  ]);
}

/**
 * Reads raw_data. Undefined unless its content is exactly a RawTransaction: no memo, no second contract, no permission
 * but the owner's, no unknown or repeated field, and no encoding but the shortest.
 */
export function decodeRaw(bytes: Uint8Array): RawTransaction | undefined {
  const fields = decodeFields(bytes);
  const contract = fields && decodeContract(bytesOf(fields, 11));
  if (fields === undefined || contract === undefined) return undefined;
  const raw: RawTransaction = {
    refBlockBytes: bytesOf(fields, 1),
    refBlockHash: bytesOf(fields, 4),
    expirationMs: Number(numberOf(fields, 8)),
    timestampMs: Number(numberOf(fields, 14)),
    feeLimit: numberOf(fields, 18),
    contract,
  };
  return isWellFormed(raw) && equalBytes(encodeRaw(raw), bytes) ? raw : undefined;
}

/**
 * The TRX transfer in raw_data, which may also contain other things (a memo, another permission). Undefined if it
 * transfers none, or is encoded in a way that wallets do not use.
 */
export function readTransfer(rawData: Uint8Array): TransferContract | undefined {
  const contracts = decodeFields(rawData)?.filter(({ number }) => number === 11) ?? [];
  const contract = contracts.length === 1 ? decodeContract(contracts[0]?.value) : undefined;
  return contract?.kind === 'transfer' ? contract : undefined;
}

/** The complete transaction with its one signature, as it is broadcast. */
export function encodeSigned(rawData: Uint8Array, signature: Uint8Array): Uint8Array {
  return encodeFields([
    { number: 1, value: rawData },
    { number: 2, value: signature },
  ]);
}

/** The raw_data and the signature in bytes that `encodeSigned` wrote; undefined for other bytes. */
export function decodeSigned(bytes: Uint8Array): { rawData: Uint8Array; signature: Uint8Array } | undefined {
  const fields = decodeFields(bytes);
  if (fields === undefined) return undefined;
  const rawData = bytesOf(fields, 1);
  const signature = bytesOf(fields, 2);
  const isWhole = rawData.length > 0 && signature.length === SIGNATURE_BYTES;
  return isWhole && equalBytes(encodeSigned(rawData, signature), bytes) ? { rawData, signature } : undefined;
}

/** The number of bytes that the transaction will have after signing. */
export function signedLength(rawData: Uint8Array): number {
  return encodeSigned(rawData, new Uint8Array(SIGNATURE_BYTES)).length;
}

/** The hash of raw_data, which is the transaction's id and is also what is signed. */
export function transactionHash(rawData: Uint8Array): Uint8Array {
  return sha256(rawData);
}

function encodeContract(contract: TransferContract | TriggerContract): Uint8Array {
  const type = contractTypes[contract.kind];
  const parameter = encodeFields([
    { number: 1, value: new TextEncoder().encode(type.url) },
    { number: 2, value: contract.kind === 'transfer' ? encodeTransfer(contract) : encodeTrigger(contract) },
  ]);
  return encodeFields([
    { number: 1, value: type.number },
    { number: 2, value: parameter },
  ]);
}

function encodeTransfer({ owner, to, amount }: TransferContract): Uint8Array {
  return encodeFields([
    { number: 1, value: addressBytes(owner) },
    { number: 2, value: addressBytes(to) },
    { number: 3, value: amount },
  ]);
}

function encodeTrigger({ owner, contract, data }: TriggerContract): Uint8Array {
  return encodeFields([
    { number: 1, value: addressBytes(owner) },
    { number: 2, value: addressBytes(contract) },
    { number: 4, value: data },
  ]);
}

function decodeContract(bytes: bigint | Uint8Array | undefined): TransferContract | TriggerContract | undefined {
  if (!(bytes instanceof Uint8Array)) return undefined;
  const fields = decodeFields(bytes);
  const parameter = fields && decodeFields(bytesOf(fields, 2));
  const message = parameter && decodeFields(bytesOf(parameter, 2));
  if (fields === undefined || parameter === undefined || message === undefined) return undefined;
  const url = new TextDecoder().decode(bytesOf(parameter, 1));
  const type = numberOf(fields, 1);
  const kind = type === contractTypes.transfer.number ? 'transfer' : 'trigger';
  if (type !== contractTypes[kind].number || url !== contractTypes[kind].url) return undefined;
  return kind === 'transfer' ? decodeTransfer(message) : decodeTrigger(message);
}

function decodeTransfer(message: readonly ProtobufField[]): TransferContract | undefined {
  const owner = tronAddressOf(bytesOf(message, 1));
  const to = tronAddressOf(bytesOf(message, 2));
  const amount = numberOf(message, 3);
  if (owner === undefined || to === undefined || amount <= 0n || amount >= 1n << 63n) return undefined;
  return { kind: 'transfer', owner, to, amount };
}

function decodeTrigger(message: readonly ProtobufField[]): TriggerContract | undefined {
  const owner = tronAddressOf(bytesOf(message, 1));
  const contract = tronAddressOf(bytesOf(message, 2));
  if (owner === undefined || contract === undefined) return undefined;
  return { kind: 'trigger', owner, contract, data: bytesOf(message, 4) };
}

function isWellFormed(raw: RawTransaction): boolean {
  return (
    raw.refBlockBytes.length === 2 &&
    raw.refBlockHash.length === 8 &&
    Number.isSafeInteger(raw.expirationMs) &&
    Number.isSafeInteger(raw.timestampMs) &&
    raw.feeLimit < 1n << 63n
  );
}

/** The value of the field with this number. If the field is repeated, the last occurrence counts, as in protobuf. */
function lastOf(fields: readonly ProtobufField[], number: number): bigint | Uint8Array | undefined {
  return fields.findLast((field) => field.number === number)?.value;
}

function bytesOf(fields: readonly ProtobufField[], number: number): Uint8Array {
  const value = lastOf(fields, number);
  return value instanceof Uint8Array ? value : new Uint8Array();
}

function numberOf(fields: readonly ProtobufField[], number: number): bigint {
  const value = lastOf(fields, number);
  return typeof value === 'bigint' ? value : 0n;
}

function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
