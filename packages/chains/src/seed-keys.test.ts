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

test("an account's extended public key leads to the public keys of its paths, and to no private one", async () => {
  const account = HDKey.fromExtendedKey(await keys.accountXpub(accountPath('evm', 'deposit')));
  expect(account.privateKey).toBeNull();
  expect(account.derive('m/0/7').publicKey).toEqual(
    await keys.publicKey(keyPath('evm', { kind: 'deposit', index: 7 })),
  );
});

test('the hot wallet and the addresses of clients are accounts of their own', () => {
  expect(keyPath('tron', { kind: 'hot' })).toBe("m/44'/195'/1'/0/0");
  expect(keyPath('tron', { kind: 'deposit', index: 0 })).toBe("m/44'/195'/0'/0/0");
});

test('a signature is valid for the key at its path, leads back to it, and is the same each time', async () => {
  const path = keyPath('evm', { kind: 'hot' });
  const digest = hexToBytes('c1'.repeat(32));
  const signature = await keys.sign(path, digest);
  const publicKey = await keys.publicKey(path);
  expect(secp256k1.verify(signature.compact, digest, publicKey, { prehash: false, lowS: true })).toBe(true);
  const recovered = secp256k1.Signature.fromBytes(signature.compact, 'compact').addRecoveryBit(signature.recovery);
  expect(recovered.recoverPublicKey(digest).toBytes()).toEqual(publicKey);
  expect(await keys.sign(path, digest)).toEqual(signature);
});

test('what is no digest is not signed', async () => {
  await expect(keys.sign(keyPath('evm', { kind: 'hot' }), new Uint8Array(31))).rejects.toThrow(RangeError);
});
