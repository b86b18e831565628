import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { tronAddressOf } from '@vitrine/addresses';
import { expect, test } from 'vitest';
import { decodeTransferCall, encodeBalanceCall, encodeTransferCall, TRANSFER_TOPIC } from './trc20.ts';

const owner = tronAddressOf(hexToBytes('41dd791d6b49e190062d650e6a23c575510d35f2f9')) ?? '';
const receiver = tronAddressOf(hexToBytes('41cbc9f1a9e6da62d2fd6283aa51f4dea2c0fc1c79')) ?? '';

test('the balance is queried as in the example of the HTTP API', () => {
  expect(bytesToHex(encodeBalanceCall(owner))).toBe(
    '70a08231000000000000000000000000dd791d6b49e190062d650e6a23c575510d35f2f9',
  );
});

test('a transfer is encoded like the call that a node writes for transfer(address,uint256)', () => {
  const data =
    'a9059cbb000000000000000000000000cbc9f1a9e6da62d2fd6283aa51f4dea2c0fc1c79000000000000000000000000000000000000000000000000000000000012d687';
  expect(bytesToHex(encodeTransferCall(receiver, 1_234_567n))).toBe(data);
  expect(decodeTransferCall(hexToBytes(data))).toEqual({ to: receiver, amount: 1_234_567n });
});

test('selectors and topic are the hashes of their signatures', () => {
  const hash = (text: string): string => bytesToHex(keccak_256(new TextEncoder().encode(text)));
  expect(bytesToHex(encodeTransferCall(owner, 0n)).slice(0, 8)).toBe(hash('transfer(address,uint256)').slice(0, 8));
  expect(bytesToHex(encodeBalanceCall(owner)).slice(0, 8)).toBe(hash('balanceOf(address)').slice(0, 8));
  expect(TRANSFER_TOPIC).toBe(hash('Transfer(address,address,uint256)'));
});

test.each([
  ['a call of another function', `23b872dd${'00'.repeat(64)}`],
  ['a transfer call with additional bytes', `${bytesToHex(encodeTransferCall(owner, 1n))}00`],
  ['a truncated transfer call', bytesToHex(encodeTransferCall(owner, 1n)).slice(0, -2)],
  // Some wallets encode an address with its prefix; we never do.
  [
    'a transfer call with an address of 21 bytes',
    bytesToHex(encodeTransferCall(owner, 1n)).replace('00dd79', '41dd79'),
  ],
  ['empty data', ''],
])('%s is not read as a transfer call', (_, hex) => {
  expect(decodeTransferCall(hexToBytes(hex))).toBeUndefined();
});

test('the largest amount is encoded and decoded, a larger one is refused', () => {
  const largest = (1n << 256n) - 1n;
  expect(decodeTransferCall(encodeTransferCall(receiver, largest))).toEqual({ to: receiver, amount: largest });
  expect(() => encodeTransferCall(receiver, largest + 1n)).toThrow(RangeError);
});
