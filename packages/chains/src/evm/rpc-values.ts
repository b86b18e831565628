import type { Hex } from 'viem';
import { getAddress } from 'viem/utils';
import { NodeFault } from '../chain-errors.ts';
import { isRecord } from './json-rpc.ts';

/** Strict readers for parts of a node's responses: each throws a NodeFault that names the unexpected part. */
export type RpcRecord = Readonly<Record<string, unknown>>;

export function record(value: unknown, what: string): RpcRecord {
  if (!isRecord(value)) throw unfit(what, 'an object');
  return value;
}

export function list(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw unfit(what, 'a list');
  return value;
}

/** A number of at most 256 bits, as nodes encode it. */
export function quantity(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) throw unfit(what, 'a quantity');
  return BigInt(value);
}

/** A whole number that fits into a JavaScript number, such as a height or a nonce. */
export function count(value: unknown, what: string): number {
  const number = Number(quantity(value, what));
  if (!Number.isSafeInteger(number)) throw unfit(what, 'a count');
  return number;
}

export function hash(value: unknown, what: string): Hex {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(value)) throw unfit(what, 'a hash');
  return value.toLowerCase() as Hex;
}

export function data(value: unknown, what: string): Hex {
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(value)) throw unfit(what, 'bytes');
  return value.toLowerCase() as Hex;
}

/** An address, in canonical form. */
export function address(value: unknown, what: string): Hex {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw unfit(what, 'an address');
  return getAddress(value);
}

function unfit(what: string, wanted: string): NodeFault {
  return new NodeFault(`the node's ${what} is not ${wanted}`);
}
