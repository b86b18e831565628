import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { bech32m } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { describe, expect, test } from 'vitest';
import { describeAddresses } from '../../test/chain-suite.ts';
import { BitcoinAddresses } from './bitcoin-addresses.ts';
import { bitcoinNetworks } from './bitcoin-network.ts';

const mainnet = new BitcoinAddresses(bitcoinNetworks.mainnet);
const testnet = new BitcoinAddresses(bitcoinNetworks.testnet);

/**
 * BIP-84: the account m/84'/0'/0' of the mnemonic 'abandon' eleven times, then 'about'. The vectors contain the
 * account's extended private key; this is the public one.
 */
const account = {
  zpub: 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  xpub: 'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V',
};
const receiving = ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'];

describeAddresses('Bitcoin', mainnet, {
  xpub: account.xpub,
  derived: receiving,
  accepted: {
    // The address in the first block, the Base58 address of BIP-13's example, and addresses of BIP-173 and BIP-350, the
    // first in upper case as in QR codes.
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa': '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3P14159f73E4gFr7JterCCQh9QjiTjiZrG': '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
    BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3:
      'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0:
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5:
      'bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5',
  },
  refused: [
    // Invalid addresses from BIP-173 and BIP-350, each with a different fault.
    'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty',
    'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
    'bc1pw5dgrnzv',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
    'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
    'bc1gmk9yu',
    // Valid under BIP-350, but with a witness version or a length for which no spending rules are defined yet.
    'BC1SW50QGDZ25J',
    'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    // A pay-to-anchor address: anyone can spend from it (BIP-433).
    'bc1pfeessrawgf',
    // Addresses of other networks and coins.
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
    'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    // The first of the accepted addresses, with one letter in the wrong case, and with one character outside the
    // alphabet.
    '1a1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN0',
  ],
});

describe('Bitcoin addresses convert to their scripts and back', () => {
  test.each([
    // BIP-173 and BIP-350.
    [mainnet, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
    [
      testnet,
      'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
      '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
    ],
    [
      mainnet,
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    ],
    // The first wallet vector of BIP-341.
    [
      mainnet,
      'bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5',
      '512053a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343',
    ],
    // P2PKH: OP_DUP OP_HASH160 <hash> OP_EQUALVERIFY OP_CHECKSIG.
    [mainnet, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
  ])('%#: %s', (format, address, script) => {
    expect(bytesToHex(format.script(address) ?? Uint8Array.of())).toBe(script);
    expect(format.ofScript(hexToBytes(script))).toBe(address);
  });

  test('a taproot key that is not a point of the curve has no address: coins sent to it would be lost', () => {
    const program = (last: number) => Uint8Array.of(...new Uint8Array(31), last);
    const address = (last: number) => bech32m.encode('bc', [1, ...bech32m.toWords(program(last))]);
    // y² = x³ + 7 has a solution for x = 6, and none for x = 5.
    expect(mainnet.parse(address(6))).toBe(address(6));
    expect(mainnet.parse(address(5))).toBeUndefined();
    expect(mainnet.ofScript(Uint8Array.of(0x51, 0x20, ...program(5)))).toBeUndefined();
  });
});

describe('a Bitcoin account', () => {
  test('has the same addresses whether its key is written as xpub or as zpub (BIP-84)', () => {
    for (const key of Object.values(account))
      expect([0, 1].map((index) => mainnet.derive(key, index))).toEqual(receiving);
  });

  test('cannot be a private key, or a key of another kind', () => {
    const seed = hexToBytes('00'.repeat(32));
    const wrong = [
      HDKey.fromMasterSeed(seed).privateExtendedKey,
      `y${account.xpub.slice(1)}`,
      account.xpub.slice(0, -1),
      '',
    ];
    for (const key of wrong) expect(() => mainnet.derive(key, 0)).toThrow();
  });

  test('derives no address at a hardened index', () => {
    for (const index of [-1, 0.5, 0x80000000]) expect(() => mainnet.derive(account.xpub, index)).toThrow();
  });
});
