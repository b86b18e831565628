import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { decodeFields, encodeFields } from './protobuf.ts';
import { tronAddresses } from './tron-address.ts';
import {
  decodeRaw,
  decodeSigned,
  encodeRaw,
  encodeSigned,
  type RawTransaction,
  readTransfer,
  transactionHash,
} from './tron-transaction.ts';

/** Transactions of the mainnet, from nodes: raw_data_hex, txID, signature, owner, and their content. */
const published = {
  'TRX, of 6 September 2024': {
    rawData:
      '0a02af852208c79b4046669d955a40c0ae9bb89c325a69080112650a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412340a1541d0a0baa3a5cec391d923cb61d722fdd538bc71ef12154130760c7e10b1d3509d8d64a7e9eb9ab94bc8349518c194e6e44470e0d997b89c32',
    txid: '497e9d02f78d22c9f19bab58b25384290d26b3eeac2362f0321d90b8515ea11a',
    signature:
      '02c4d9cbba952c63c955b52e64ee9c0b853f794157009cfd6421bed05bd3217b0348ba4a97fe8a45bfe34055a32060a926f5a3cbd9ecb9cc4d50f18a26a9620b01',
    raw: { expirationMs: 1725621000000, timestampMs: 1725620940000, feeLimit: 0n },
    contract: { kind: 'transfer', amount: 18_465_000_001n },
    owner: '41d0a0baa3a5cec391d923cb61d722fdd538bc71ef',
  },
  'USDT, of block 84939539': {
    rawData:
      '0a0212ff2208b9534eaebfeb259e40e0ddd9bbfb335aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a15418d01cf0c9bfd935042c62cdf3a5392cc0611e79f121541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244a9059cbb0000000000000000000000413f46c7ade0f6b73b8fc1b4a143855394c405762e0000000000000000000000000000000000000000000000000000000002625a0070dd9fd6bbfb3390018087a70e',
    txid: '72be8976354fa98c3e753aad8ee2753d0e7c9a5bc99c45a08a79c19160b5d0cd',
    signature:
      'ed2c219265757131bd18a8349a9a2d151c8b00bf897479197b0bcebd688fe1fb1657600e312b8a3383168d4f4b8abe20ecf55ab632f3636cdbd03204eb2f986c00',
    raw: { expirationMs: 1785489420000, timestampMs: 1785489362909, feeLimit: 30_000_000n },
    contract: { kind: 'trigger', contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
    owner: '418d01cf0c9bfd935042c62cdf3a5392cc0611e79f',
  },
} as const;

describe.each(Object.entries(published))('%s', (_, { rawData, txid, signature, raw, contract, owner }) => {
  const bytes = hexToBytes(rawData);

  test('is read as nodes read it, and encoded to the same bytes', () => {
    const read = decodeRaw(bytes);
    expect(read).toMatchObject({ ...raw, contract });
    expect(bytesToHex(encodeRaw(read as RawTransaction))).toBe(rawData);
  });

  test('has its known id, and is signed by its owner', () => {
    const digest = transactionHash(bytes);
    expect(bytesToHex(digest)).toBe(txid);
    const compact = secp256k1.Signature.fromHex(signature.slice(0, 128), 'compact');
    const signer = compact.addRecoveryBit(Number(signature.slice(128))).recoverPublicKey(digest);
    const address = tronAddresses.fromPublicKey(signer.toBytes());
    expect(decodeRaw(bytes)?.contract.owner).toBe(address);
    expect(rawData).toContain(owner);
  });

  test('is decoded only from exactly its bytes and signature', () => {
    const whole = encodeSigned(bytes, hexToBytes(signature));
    expect(decodeSigned(whole)).toEqual({ rawData: bytes, signature: hexToBytes(signature) });
    expect(decodeSigned(bytes)).toBeUndefined();
    expect(decodeSigned(encodeSigned(bytes, hexToBytes(signature.slice(2))))).toBeUndefined();
    expect(decodeSigned(Uint8Array.from([...whole, ...encodeFields([{ number: 5, value: 1n }])]))).toBeUndefined();
  });
});

describe('raw_data with more than a plain payment, or encoded differently', () => {
  const plain = hexToBytes(published['TRX, of 6 September 2024'].rawData);
  const fields = decodeFields(plain) ?? [];
  const contract = fields.find(({ number }) => number === 11)?.value as Uint8Array;
  const withContract = (bytes: Uint8Array): Uint8Array =>
    encodeFields(fields.map((field) => (field.number === 11 ? { number: 11, value: bytes } : field)));
  const more = (number: number, value: bigint | Uint8Array): Uint8Array =>
    Uint8Array.from([...plain, ...encodeFields([{ number, value }])]);
  const text = new TextEncoder().encode('for rent');

  test.each<[string, Uint8Array]>([
    ['a memo', more(10, text)],
    ['a script', more(12, text)],
    ['an authority', more(9, text)],
    ['a height of the reference block', more(3, 7n)],
    ['an unknown field', more(30, 1n)],
    ['a second contract', more(11, contract)],
    ['a second expiration', more(8, 1_725_621_000_000n)],
    ['its fields in another order', encodeFields(fields.toReversed())],
    ['no contract', encodeFields(fields.filter(({ number }) => number !== 11))],
    ['no reference block', encodeFields(fields.filter(({ number }) => number !== 4))],
    [
      'a reference block that is too short',
      encodeFields(fields.map((each) => (each.number === 1 ? { number: 1, value: text.slice(0, 1) } : each))),
    ],
    ['a permission that is not the owner', withContract(appended(contract, 5, 2n))],
    ['a provider', withContract(appended(contract, 3, text))],
    ['a type other than its parameter’s', withContract(Uint8Array.from([0x08, 31, ...contract.slice(2)]))],
    [
      'a number encoded in more bytes than necessary',
      Uint8Array.from([...plain.slice(0, -6), 0xc0, 0xfd, 0xf5, 0x81, 0x80, 0]),
    ],
  ])('with %s it is not accepted as ours', (_, bytes) => {
    expect(bytesToHex(bytes)).not.toBe(bytesToHex(plain));
    expect(decodeRaw(bytes)).toBeUndefined();
  });

  test.each<[string, Uint8Array]>([
    ['a memo', more(10, text)],
    ['another permission', withContract(appended(contract, 5, 2n))],
    ['its fields in another order', encodeFields(fields.toReversed())],
  ])('with %s it still moves TRX on the network', (_, bytes) => {
    expect(readTransfer(bytes)).toEqual(readTransfer(plain));
    expect(readTransfer(bytes)?.amount).toBe(18_465_000_001n);
  });

  test('with two contracts, or with a type other than its parameter’s, it does not move TRX on the network', () => {
    expect(readTransfer(more(11, contract))).toBeUndefined();
    expect(readTransfer(withContract(Uint8Array.from([0x08, 31, ...contract.slice(2)])))).toBeUndefined();
    // The parameter's name with one letter changed.
    const at = contract.length - 60;
    expect(readTransfer(withContract(contract.with(at, (contract[at] ?? 0) ^ 1)))).toBeUndefined();
    expect(readTransfer(hexToBytes(published['USDT, of block 84939539'].rawData))).toBeUndefined();
  });

  test('any changed byte gives a different transaction or a refusal', () => {
    for (let at = 0; at < plain.length; at++) {
      const changed = plain.with(at, (plain[at] ?? 0) ^ 1);
      const read = decodeRaw(changed);
      expect(read === undefined || bytesToHex(encodeRaw(read)) === bytesToHex(changed)).toBe(true);
    }
  });
});

function appended(message: Uint8Array, number: number, value: bigint | Uint8Array): Uint8Array {
  return Uint8Array.from([...message, ...encodeFields([{ number, value }])]);
}
