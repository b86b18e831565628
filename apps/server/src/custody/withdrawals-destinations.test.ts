import { evmAddresses, tronAddresses } from '@vitrine/chains';
import { expect, test } from 'vitest';
import { Destinations } from './withdrawals-destinations.ts';

// Tether's contracts, as they are known on each network.
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
] as const)('nothing is sent to the contract of a coin: %s, %s', (network, address) => {
  expect(() => destinations.read(1001, network, address)).toThrow(
    expect.objectContaining({ code: 'recipient_contract' }),
  );
});

test('the same address on a network where it is none is an address as any', () => {
  expect(destinations.read(1001, 'BEP20', ethereum)).toEqual({ address: ethereum, receiver: undefined });
});
