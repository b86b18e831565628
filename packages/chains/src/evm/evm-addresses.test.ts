import { hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { describeAddresses } from '../../test/chain-suite.ts';
import { accountPath, keyPath } from '../key-paths.ts';
import { SeedKeys } from '../seed-keys.ts';
import { evmAddresses } from './evm-addresses.ts';

const CANONICAL = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeAddresses('Ethereum', evmAddresses, {
  // The account m/44'/60'/0' of the mnemonic 'abandon' eleven times, then 'about', and the addresses that every wallet
  // shows for it.
  xpub: 'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt',
  derived: [
    '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
    '0xb6716976A3ebe8D39aCEB04372f22Ff8e6802D7A',
  ],
  // The first addresses of each kind are from EIP-55.
  accepted: {
    [CANONICAL]: CANONICAL,
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359': '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB': '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb': '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7': '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77': '0xde709f2102306220921060314715629080e2fb77',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed': CANONICAL,
    '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED': CANONICAL,
  },
  refused: [
    // One letter's case is wrong.
    '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0X5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED',
    // A TRON address in hexadecimal has one more byte at its beginning.
    '0x415aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    // The zero address.
    '0x0000000000000000000000000000000000000000',
    // ICAP, ENS, and addresses of other networks.
    'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS',
    'vitalik.eth',
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg',
    `0x${'0'.repeat(64)}`,
  ],
});

test("a public key's address equals the one derived at its index", async () => {
  const keys = new SeedKeys(hexToBytes('11'.repeat(32)));
  const xpub = await keys.accountXpub(accountPath('evm', 'deposit'));
  const publicKey = await keys.publicKey(keyPath('evm', { kind: 'deposit', index: 4 }));
  expect(evmAddresses.fromPublicKey(publicKey)).toBe(evmAddresses.derive(xpub, 4));
});

test('invalid extended public keys and hardened indexes throw', () => {
  expect(() => evmAddresses.derive('xpub661', 0)).toThrow();
  for (const index of [-1, 1.5, 2 ** 31]) {
    expect(() =>
      evmAddresses.derive(
        'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt',
        index,
      ),
    ).toThrow();
  }
});
