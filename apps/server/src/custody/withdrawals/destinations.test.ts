import { evmAddresses, tronAddresses } from '@vitrine/chains';
import { expect, test } from 'vitest';
import { Destinations } from './destinations.ts';

// Tether's contracts on the mainnets.
const ethereum = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const usdt = { coin: 'USDT', decimals: 6 };
const destinations = new Destinations({
  networks: () =>
    new Map([
      ['ERC20', { addresses: evmAddresses, hotAddress: '', coins: [{ ...usdt, contract: ethereum.toLowerCase() }] }],
      ['BEP20', { addresses: evmAddresses, hotAddress: '', coins: [] }],
      ['TRC20', { addresses: tronAddresses, hotAddress: '', coins: [{ ...usdt, contract: tron }] }],
    ]),
  ownerOf: () => undefined,
});

test.each([
  ['ERC20', ethereum],
  ['ERC20', ethereum.toLowerCase()],
  ['TRC20', ` ${tron} `],
] as const)('nothing is sent to a token contract that is configured here: %s, %s', (network, address) => {
  expect(() => destinations.read(1001, network, address)).toThrow(
    expect.objectContaining({ code: 'recipient_contract' }),
  );
});

test.each([
  ['BEP20', ethereum],
  ['ERC20', '0x55d398326f99059fF775485246999027B3197955'],
  ['TRC20', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'],
] as const)(
  'nothing is sent to a mainnet’s token contract, even if it is not configured here: %s, %s',
  (network, address) => {
    expect(() => destinations.read(1001, network, address)).toThrow(
      expect.objectContaining({ code: 'recipient_contract' }),
    );
  },
);

test.each([
  ['ERC20', '0x000000000000000000000000000000000000dEaD'],
  ['BEP20', '0x0000000000000000000000000000000000000004'],
  ['TRC20', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'],
] as const)('nothing is sent to an address without a known key: %s, %s', (network, address) => {
  expect(() => destinations.read(1001, network, address)).toThrow(
    expect.objectContaining({ code: 'recipient_unspendable' }),
  );
});

test('the hot wallet of a network is refused as a recipient on every network that shares its addresses', () => {
  const hotAddress = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984';
  const two = new Destinations({
    networks: () =>
      new Map([
        ['ERC20', { addresses: evmAddresses, hotAddress, coins: [] }],
        ['BEP20', { addresses: evmAddresses, hotAddress: '', coins: [] }],
      ]),
    ownerOf: () => undefined,
  });
  for (const network of ['ERC20', 'BEP20'] as const)
    expect(() => two.read(1001, network, hotAddress)).toThrow(expect.objectContaining({ code: 'recipient_own' }));
});
