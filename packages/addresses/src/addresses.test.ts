import { describe, expect, test } from 'vitest';
import { bitcoinMainnet, parseBitcoinAddress, parseEvmAddress, parseTronAddress } from './index.ts';

const parsers = {
  Ethereum: parseEvmAddress,
  TRON: parseTronAddress,
  Bitcoin: (text: string) => parseBitcoinAddress(text, bitcoinMainnet),
} as const;

/**
 * Addresses from EIP-55, USDT's contract on TRON, and addresses from Bitcoin's first block and BIPs 13, 173, 350 and
 * 341. The tests in packages/chains use more addresses.
 */
const vectors = {
  Ethereum: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  TRON: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TSW8zpeDDMrbToXvQuVM2rEeFaJQfJJx7D'],
  Bitcoin: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5',
  ],
} as const;

describe.each(Object.entries(parsers))('addresses of %s', (name, parse) => {
  const addresses = vectors[name as keyof typeof vectors];

  test('in canonical form parse to themselves', () => {
    expect(addresses.map((address) => parse(address))).toEqual(addresses);
  });

  test('with any one character replaced by another are refused', () => {
    for (const address of addresses)
      for (let at = 2; at < address.length; at++) {
        const other = address[at] === 'a' ? 'e' : 'a';
        // Where the replaced letter is an A, only its case changes, which only the checksum can detect.
        expect([at, parse(address.slice(0, at) + other + address.slice(at + 1))]).toEqual([at, undefined]);
      }
  });

  test('of other networks are refused', () => {
    const others = Object.entries(vectors).flatMap(([other, texts]) => (other === name ? [] : texts));
    expect(others.map((address) => parse(address))).toEqual(others.map(() => undefined));
  });
});
