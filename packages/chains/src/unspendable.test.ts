import { expect, test } from 'vitest';
import { isUnspendable } from './unspendable.ts';

test.each([
  ['the first precompiled contract', '0x0000000000000000000000000000000000000001'],
  ['0x…dEaD', '0x000000000000000000000000000000000000dEaD'],
  ['a vanity burn address', '0xdEAD000000000000000042069420694206942069'],
  ['one byte repeated', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
  ['the zero address of TRON', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
  ['the black hole address of TRON', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'],
  ['the Bitcoin address of the all-zero hash', '1111111111111111111114oLvT2'],
  ['the Bitcoin eater address', '1BitcoinEaterAddressDontSendf59kuE'],
])('%s is unspendable: %s', (_, address) => {
  expect(isUnspendable(address)).toBe(true);
});

test.each([
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
])('an ordinary address is not treated as unspendable: %s', (address) => {
  expect(isUnspendable(address)).toBe(false);
});
