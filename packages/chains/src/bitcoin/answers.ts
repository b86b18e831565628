import { NodeFault } from '../chain-errors.ts';

/** Strict readers for nodes' responses: each throws NodeFault if the response does not have the expected shape. */

export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new NodeFault('the response has a value that is not an object');
  return value as Readonly<Record<string, unknown>>;
}

export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new NodeFault('the response has a value that is not a list');
  return value;
}

/** A whole number, such as a height, an index, a count or an amount of satoshis. */
export function wholeNumberOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new NodeFault('the response has a value that is not a whole number');
  return value;
}

export function positiveOf(value: unknown): number {
  if (typeof value !== 'number' || !(value > 0) || !Number.isFinite(value))
    throw new NodeFault('the response has a value that is not a positive number');
  return value;
}

export function booleanOf(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new NodeFault('the response has a value that is not a boolean');
  return value;
}

export function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new NodeFault('the response has a value that is not a string');
  return value;
}

/** The hash of a block or of a transaction. */
export function hashOf(value: unknown): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value))
    throw new NodeFault('the response has a value that is not a hash');
  return value;
}

export function hexBytesOf(value: unknown): Uint8Array {
  if (typeof value !== 'string' || value.length % 2 === 1 || !/^[0-9a-f]*$/.test(value)) {
    throw new NodeFault('the response has a value that is not hexadecimal');
  }
  return new Uint8Array(Buffer.from(value, 'hex'));
}

/**
 * Converts an amount in bitcoins to satoshis. The result is exact: up to the maximum supply (less than 2^51 satoshis),
 * rounding the double to satoshis always gives the original amount.
 */
export function satoshisOf(value: unknown): bigint {
  if (typeof value !== 'number' || !(value >= 0 && value <= 21_000_000))
    throw new NodeFault('the response has a value that is not a bitcoin amount');
  return BigInt(Math.round(value * 1e8));
}
