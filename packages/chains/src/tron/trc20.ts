import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { addressOfWord, addressWord } from './tron-address.ts';

/** The selectors of `transfer(address,uint256)` and `balanceOf(address)`: the first four bytes of their Keccak-256. */
const TRANSFER = 'a9059cbb';
const BALANCE_OF = '70a08231';
/** Keccak-256 of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export function encodeTransferCall(to: string, amount: bigint): Uint8Array {
  return hexToBytes(TRANSFER + addressArgument(to) + numberArgument(amount));
}

/** The receiver and amount of a call to `transfer`, or undefined if the data is not exactly one such call. */
export function decodeTransferCall(data: Uint8Array): { to: string; amount: bigint } | undefined {
  const hex = bytesToHex(data);
  const match = /^a9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/.exec(hex);
  if (match === null) return undefined;
  const [, to = '', amount = ''] = match;
  return { to: addressOfWord(to), amount: BigInt(`0x${amount}`) };
}

export function encodeBalanceCall(owner: string): Uint8Array {
  return hexToBytes(BALANCE_OF + addressArgument(owner));
}

function addressArgument(address: string): string {
  return bytesToHex(addressWord(address)).padStart(64, '0');
}

function numberArgument(value: bigint): string {
  if (value < 0n || value >= 1n << 256n) throw new RangeError(`${value} is not a uint256`);
  return value.toString(16).padStart(64, '0');
}
