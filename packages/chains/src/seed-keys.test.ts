import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { accountPath, keyPath } from './key-paths.ts';
import { SeedKeys } from './seed-keys.ts';

// The seed of BIP-84's vectors: 'abandon' eleven times, then 'about', without a passphrase.
const keys = new SeedKeys(
  hexToBytes(
    '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  ),
);

test('[BIP-84] the first address of the first account has the public key of the vectors', async () => {
  const key = await keys.publicKey(keyPath('bitcoin', { kind: 'deposit', index: 0 }));
  expect(bytesToHex(key)).toBe('0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c');
});

// The test vectors of BIP-32, by number: seed, then paths and their extended public keys.
const bip32Vectors: readonly [number, string, string, string][] = [
  [
    1,
    '000102030405060708090a0b0c0d0e0f',
    'm',
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
  ],
  [
    1,
    '000102030405060708090a0b0c0d0e0f',
    "m/0'",
    'xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw',
  ],
  [
    1,
    '000102030405060708090a0b0c0d0e0f',
    "m/0'/1/2'/2/1000000000",
    'xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTEcYFgJS2UaFcxupHiYkro49S8yGasTvXEYBVPamhGW6cFJodrTHy',
  ],
  [
    2,
    'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542',
    "m/0/2147483647'/1/2147483646'/2",
    'xpub6FnCn6nSzZAw5Tw7cgR9bi15UV96gLZhjDstkXXxvCLsUXBGXPdSnLFbdpq8p9HmGsApME5hQTZ3emM2rnY5agb9rXpVGyy3bdW6EEgAtqt',
  ],
  [
    3,
    '4b381541583be4423346c643850da4b320e46a87ae3d2a4e6da11eba819cd4acba45d239319ac14f863b8d5ab5a0d0c64d2e8a1e7d1457df2e5a3c51c73235be',
    'm',
    'xpub661MyMwAqRbcEZVB4dScxMAdx6d4nFc9nvyvH3v4gJL378CSRZiYmhRoP7mBy6gSPSCYk6SzXPTf3ND1cZAceL7SfJ1Z3GC8vBgp2epUt13',
  ],
  [
    3,
    '4b381541583be4423346c643850da4b320e46a87ae3d2a4e6da11eba819cd4acba45d239319ac14f863b8d5ab5a0d0c64d2e8a1e7d1457df2e5a3c51c73235be',
    "m/0'",
    'xpub68NZiKmJWnxxS6aaHmn81bvJeTESw724CRDs6HbuccFQN9Ku14VQrADWgqbhhTHBaohPX4CjNLf9fq9MYo6oDaPPLPxSb7gwQN3ih19Zm4Y',
  ],
  [
    4,
    '3ddd5602285899a946114506157c7997e5444528f3003f6134712147db19b678',
    'm',
    'xpub661MyMwAqRbcGczjuMoRm6dXaLDEhW1u34gKenbeYqAix21mdUKJyuyu5F1rzYGVxyL6tmgBUAEPrEz92mBXjByMRiJdba9wpnN37RLLAXa',
  ],
  [
    4,
    '3ddd5602285899a946114506157c7997e5444528f3003f6134712147db19b678',
    "m/0'",
    'xpub69AUMk3qDBi3uW1sXgjCmVjJ2G6WQoYSnNHyzkmdCHEhSZ4tBok37xfFEqHd2AddP56Tqp4o56AePAgCjYdvpW2PU2jbUPFKsav5ut6Ch1m',
  ],
  [
    4,
    '3ddd5602285899a946114506157c7997e5444528f3003f6134712147db19b678',
    "m/0'/1'",
    'xpub6BJA1jSqiukeaesWfxe6sNK9CCGaujFFSJLomWHprUL9DePQ4JDkM5d88n49sMGJxrhpjazuXYWdMf17C9T5XnxkopaeS7jGk1GyyVziaMt',
  ],
];

test.each(bip32Vectors)(
  '[BIP-32] vector %i: the keys of seed %s at %s are derived correctly',
  async (_, seed, path, xpub) => {
    expect(await new SeedKeys(hexToBytes(seed)).accountXpub(path)).toBe(xpub);
  },
);

test("an account's extended public key derives the public keys of its paths, and no private keys", async () => {
  const account = HDKey.fromExtendedKey(await keys.accountXpub(accountPath('evm', 'deposit')));
  expect(account.privateKey).toBeNull();
  expect(account.derive('m/0/7').publicKey).toEqual(
    await keys.publicKey(keyPath('evm', { kind: 'deposit', index: 7 })),
  );
});

test('the hot wallet and the addresses of clients are separate accounts', () => {
  expect(keyPath('tron', { kind: 'hot' })).toBe("m/44'/195'/1'/0/0");
  expect(keyPath('tron', { kind: 'deposit', index: 0 })).toBe("m/44'/195'/0'/0/0");
});

test('a signature is valid for the key at its path, recovers that key, and is the same each time', async () => {
  const path = keyPath('evm', { kind: 'hot' });
  const digest = hexToBytes('c1'.repeat(32));
  const signature = await keys.sign(path, digest);
  const publicKey = await keys.publicKey(path);
  expect(secp256k1.verify(signature.compact, digest, publicKey, { prehash: false, lowS: true })).toBe(true);
  const recovered = secp256k1.Signature.fromBytes(signature.compact, 'compact').addRecoveryBit(signature.recovery);
  expect(recovered.recoverPublicKey(digest).toBytes()).toEqual(publicKey);
  expect(await keys.sign(path, digest)).toEqual(signature);
});

test('a digest is signed only if it has 32 bytes', async () => {
  await expect(keys.sign(keyPath('evm', { kind: 'hot' }), new Uint8Array(31))).rejects.toThrow(RangeError);
});
