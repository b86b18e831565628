import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import type { KeyStore, PaymentSource, UnsignedTransaction } from '../chain.ts';
import { MalformedTransaction } from '../chain-errors.ts';
import { keyPath } from '../key-paths.ts';
import { SeedKeys } from '../seed-keys.ts';
import { encodeFields } from './protobuf.ts';
import { encodeBalanceCall, encodeTransferCall } from './trc20.ts';
import { tronAddresses } from './tron-address.ts';
import { tronSigner } from './tron-signer.ts';
import { encodeRaw, encodeSigned, type RawTransaction } from './tron-transaction.ts';

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const hot: PaymentSource = { kind: 'hot' };

/** A store with one key at every path. */
function storeOf(key: Uint8Array): KeyStore {
  return {
    publicKey: async () => secp256k1.getPublicKey(key),
    accountXpub: async () => '',
    sign: async (_, digest) => {
      const recovered = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
      return { compact: recovered.slice(1), recovery: recovered[0] === 1 ? 1 : 0 };
    },
  };
}

function unsigned(bytes: string, source = hot): UnsignedTransaction {
  return { bytes, source, claims: [], maxFee: 0n };
}

describe("wallet-core's transactions, which all refer to one block", () => {
  const header = encodeFields([
    { number: 1, value: 1539295479000n },
    { number: 2, value: hexToBytes('64288c2db0641316762a99dbb02ef7c90f968b60f9f2e410835980614332f86d') },
    { number: 3, value: hexToBytes('00000000002f7b3af4f5f8b9e23a30c530f719f165b742e7358536b280eead2d') },
    { number: 7, value: 3111739n },
    { number: 9, value: hexToBytes('415863f6091b8e71766da808b1dd3159790f61de7d') },
    { number: 10, value: 3n },
  ]);
  const keys = storeOf(hexToBytes('2d8f68944bdbfbc0769542fba8fc2d2a3de67393334471624364c7006da2aa54'));
  const owner = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
  const receiver = 'THTR75o8xXAgCTQqpiot2AFRAjvW1tSbVV';
  const after = {
    refBlockBytes: hexToBytes('7b3b'),
    refBlockHash: sha256(header).slice(8, 16),
    timestampMs: 1539295479000,
    expirationMs: 1539295479000 + 10 * 60 * 60 * 1000,
    feeLimit: 0n,
  };

  test('TRX has the known id and signature', async () => {
    const rawData = encodeRaw({ ...after, contract: { kind: 'transfer', owner, to: receiver, amount: 2_000_000n } });
    const signature =
      'ede769f6df28aefe6a846be169958c155e23e7e5c9621d2e8dce1719b4d952b63e8a8bf9f00e41204ac1bf69b1a663dacdf764367e48e4a5afcd6b055a747fb200';
    expect(await tronSigner.sign(unsigned(bytesToHex(rawData)), keys)).toEqual({
      txid: 'dc6f6d9325ee44ab3c00528472be16e1572ab076aa161ccd12515029869d0451',
      bytes: bytesToHex(encodeSigned(rawData, hexToBytes(signature))),
    });
  });

  test('a token transfer with the prefix included in the address has the known id, and is not signed', async () => {
    const data = encodeTransferCall('TW1dU4L3eNm7Lw8WvieLKEHpXWAussRG9Z', 1_000n);
    data[15] = 0x41;
    const rawData = encodeRaw({ ...after, contract: { kind: 'trigger', owner, contract: receiver, data } });
    expect(bytesToHex(sha256(rawData))).toBe('0d644290e3cf554f6219c7747f5287589b6e7e30e1b02793b48ba362da6a5058');
    await expect(tronSigner.sign(unsigned(bytesToHex(rawData)), keys)).rejects.toThrow(MalformedTransaction);
  });
});

test('a node’s transaction for a transfer of 1.234567 USDT is read correctly', () => {
  const bytes =
    '0a02bb66220896b95c21f21f646840b894daff8e345aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a15419858effd232b4033e47d90003d41ec34ecaeda94121541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244a9059cbb000000000000000000000000cbc9f1a9e6da62d2fd6283aa51f4dea2c0fc1c79000000000000000000000000000000000000000000000000000000000012d68770f7c6d6ff8e34900180c2d72f';
  expect(bytesToHex(sha256(hexToBytes(bytes)))).toBe(
    'efe5cd71c441ce4d56c10a2b926919b48ce15f1edbc3de923e5e4febcb4f91ca',
  );
  const content = tronSigner.read(unsigned(bytes));
  expect(content).toMatchObject({ contract: USDT, amount: 1_234_567n, claims: [] });
  expect(content.to).toBe(tronAddresses.parse(content.to));
  // 100 TRX for energy, and 345 bytes of bandwidth at 1,000 sun.
  expect(content.maxFee).toBe(100_000_000n + 345_000n);
});

describe('the signature of a plain payment', () => {
  const keys = new SeedKeys(new Uint8Array(32));
  const raw = async (contract: Partial<RawTransaction['contract']>, more: Partial<RawTransaction> = {}) => {
    const owner = tronAddresses.fromPublicKey(await keys.publicKey(keyPath('tron', hot)));
    return bytesToHex(
      encodeRaw({
        refBlockBytes: new Uint8Array([1, 2]),
        refBlockHash: new Uint8Array(8).fill(7),
        expirationMs: 1_800_000_000_000,
        timestampMs: 1_799_999_940_000,
        feeLimit: 10_000_000n,
        contract: { kind: 'trigger', owner, contract: USDT, data: encodeTransferCall(owner, 5n), ...contract },
        ...more,
      } as RawTransaction),
    );
  };

  test('is made only for a payment from the requested source', async () => {
    const bytes = await raw({});
    await expect(tronSigner.sign(unsigned(bytes), keys)).resolves.toBeDefined();
    const other: PaymentSource = { kind: 'deposit', index: 0 };
    await expect(tronSigner.sign(unsigned(bytes, other), keys)).rejects.toThrow(MalformedTransaction);
  });

  test('is not passed on if another key made it', async () => {
    const bytes = await raw({});
    const wrong: KeyStore = {
      publicKey: (path) => keys.publicKey(path),
      accountXpub: (path) => keys.accountXpub(path),
      sign: async (path, digest) => {
        const signature = await keys.sign(path, digest);
        return { ...signature, recovery: signature.recovery === 0 ? 1 : 0 };
      },
    };
    await expect(tronSigner.sign(unsigned(bytes), wrong)).rejects.toThrow('a different key');
  });

  test('is made only for a transfer call of the contract', async () => {
    const approve = encodeTransferCall(USDT, 1n);
    approve.set(hexToBytes('095ea7b3'));
    for (const data of [approve, encodeBalanceCall(USDT), new Uint8Array(), new Uint8Array(68)]) {
      const wrong = unsigned(await raw({ data }));
      expect(() => tronSigner.read(wrong)).toThrow(MalformedTransaction);
      await expect(tronSigner.sign(wrong, keys)).rejects.toThrow(MalformedTransaction);
    }
  });

  test('covers the parsed content, including its expiry and its maximum fee', async () => {
    const content = tronSigner.read(unsigned(await raw({})));
    expect(content.expiresAtMs).toBe(1_800_000_000_000);
    expect(content.maxFee > 10_000_000n && content.maxFee < 10_400_000n).toBe(true);
  });

  test('does not depend on data outside the bytes', async () => {
    const bytes = await raw({});
    const claimed = { bytes, source: hot, claims: ['hot:nonce:1'], maxFee: 1n, expiresAtMs: 1 };
    expect(tronSigner.read(claimed)).toEqual(tronSigner.read(unsigned(bytes)));
  });

  test.each(['', 'zz', '0', 'AB', '0x00'])("is not made for '%s', which is not a transaction", (bytes) => {
    expect(() => tronSigner.read(unsigned(bytes))).toThrow(MalformedTransaction);
  });
});
