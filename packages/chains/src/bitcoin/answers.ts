import { NodeFault } from '../chain-errors.ts';
import { nodeText } from '../node-http.ts';

/** Strict readers for nodes' responses: each throws NodeFault if the response does not have the expected shape. */

export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unfit(value, 'an object');
  return value as Readonly<Record<string, unknown>>;
}

export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw unfit(value, 'a list');
  return value;
}

/** A whole number, such as a height, an index, a count or an amount of satoshis. */
export function wholeNumberOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw unfit(value, 'a whole number');
  return value;
}

export function positiveOf(value: unknown): number {
  if (typeof value !== 'number' || !(value > 0) || !Number.isFinite(value)) throw unfit(value, 'a positive number');
  return value;
}

export function booleanOf(value: unknown): boolean {
  if (typeof value !== 'boolean') throw unfit(value, 'a boolean');
  return value;
}

export function textOf(value: unknown): string {
  if (typeof value !== 'string') throw unfit(value, 'a string');
  return value;
}

/** The hash of a block or of a transaction. */
export function hashOf(value: unknown): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value)) throw unfit(value, 'a hash');
  return value;
}

export function hexBytesOf(value: unknown): Uint8Array {
  if (typeof value !== 'string' || value.length % 2 === 1 || !/^[0-9a-f]*$/.test(value)) {
    throw unfit(value, 'hexadecimal text');
  }
  return new Uint8Array(Buffer.from(value, 'hex'));
}

/**
 * Converts an amount in bitcoins to satoshis. The result is exact: up to the maximum supply (less than 2^51 satoshis),
 * rounding the double to satoshis always gives the original amount.
 */
export function satoshisOf(value: unknown): bigint {
  if (typeof value !== 'number' || !(value >= 0 && value <= 21_000_000)) throw unfit(value, 'a bitcoin amount');
  return BigInt(Math.round(value * 1e8));
}

/** Names the value, so that the operator can find it in the node's response. */
function unfit(value: unknown, wanted: string): NodeFault {
  return new NodeFault(`the response has ${described(value)} in place of ${wanted}`);
}

function described(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : `"${nodeText(value)}"`;
}
