import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import type { Hex } from 'viem';
import { concatHex, keccak256, numberToHex, parseTransaction, serializeTransaction, toRlp } from 'viem/utils';
import { describe, expect, test } from 'vitest';
import type { KeyStore, UnsignedTransaction } from '../chain.ts';
import { MalformedTransaction } from '../chain-errors.ts';
import { EvmSigner } from './evm-signer.ts';

const TO = '0x3535353535353535353535353535353535353535';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

const signer = new EvmSigner('ERC20', 1);

describe('published transactions', () => {
  test('[EIP-155] the example is signed as it is printed there', async () => {
    const unsigned = asUnsigned(
      '0xec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080',
    );
    expect(signer.read(unsigned)).toEqual({
      contract: undefined,
      to: TO,
      amount: 10n ** 18n,
      maxFee: 20n * 10n ** 9n * 21_000n,
      claims: ['hot:nonce:9'],
    });
    expect(await signer.sign(unsigned, oneKey('46'.repeat(32)))).toEqual({
      txid: '0x33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788',
      bytes:
        'f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
    });
  });

  // Transactions on the first test network of EIP-1559 (chain 7822), from the test data of ethereumjs.
  test.each([
    '02f870821e8e8203338301284d8301d97c828ae094000000000000000000000000000000000000aaaa8402933bc980c080a0d067f2167008c59219652f91cbf8788dbca5f771f6e91e2b7657e85b78b472e0a01d305af9fe81fdba43f0dfcd400ed24dcace0a7e30d4e85701dcaaf484cd079e',
    '02f86f821e8e8201618297c283021467827f5194000000000000000000000000000000000000aaaa8403b08b3380c001a004205678f13fc1d7b10feea6513dfa76e24418b6e08097d95c6f93a3b64e536da01d45ad61bfece43862de2cce7d2575a8c1d08c26c87f3cb5f26d7b0be54a91b2',
    '02f86d821e8e778260918301a4d182f38594000000000000000000000000000000000000aaaa8403e6c7f380c001a0e38e239770801eb995498c821e55ac9c19ae09184bb27b34be105e02fe3b7615a067c64ca6bd6d9107e85fd581ab2e70a14b637eb36505bb40861ef9d6e800cab6',
  ])('[EIP-1559] signing the published transaction %s with its key gives the same bytes', async (bytes) => {
    const { r, s, v, yParity, ...fields } = parseTransaction(`0x${bytes}`);
    const unsigned = asUnsigned(serializeTransaction(fields));
    const signed = await new EvmSigner('ERC20', 7822).sign(
      unsigned,
      oneKey('8f2a55949038a9610f50fb23b5883af3b4ecb3c3bb792cbcefbd1542c692be63'),
    );
    expect(signed).toEqual({ txid: keccak256(`0x${bytes}`), bytes });
  });
});

describe('what the signer reads', () => {
  test('the contract, receiver, amount and highest fee of a token transfer are read', () => {
    const unsigned = { ...asUnsigned(of1559({ to: USDT, data: transfer(TO, 25_000_000n) })), source: deposit(7) };
    expect(signer.read(unsigned)).toEqual({
      contract: USDT,
      to: TO,
      amount: 25_000_000n,
      maxFee: 90_000n * 3_000_000_000n,
      claims: ['deposit/7:nonce:5'],
    });
  });

  test('claims and fees come from the bytes, not from the accompanying fields', () => {
    const unsigned = { ...asUnsigned(of1559({})), claims: ['hot:nonce:99'], maxFee: 1n };
    expect(signer.read(unsigned)).toMatchObject({ claims: ['hot:nonce:5'], maxFee: 90_000n * 3_000_000_000n });
  });

  test.each<[string, Hex]>([
    ['of another network', of1559({ chainId: 56 })],
    ['that is valid on any network', legacy([])],
    ['that creates a contract', of1559({ to: undefined, data: '0x6000' })],
    ['that sends zero coins', of1559({ value: 0n })],
    ['that transfers zero tokens', of1559({ to: USDT, data: transfer(TO, 0n) })],
    ['that sends coins and tokens', of1559({ to: USDT, value: 1n, data: transfer(TO, 1n), keepValue: true })],
    ['that sends coins with data', of1559({ data: '0x01', keepValue: true })],
    ['of an approval', of1559({ to: USDT, data: `0x095ea7b3${transfer(TO, 1n).slice(10)}` })],
    ['of a transferFrom', of1559({ to: USDT, data: `0x23b872dd${transfer(TO, 1n).slice(10)}` })],
    ['of a truncated transfer call', of1559({ to: USDT, data: transfer(TO, 1n).slice(0, -2) as Hex })],
    ['of a transfer call with additional bytes', of1559({ to: USDT, data: `${transfer(TO, 1n)}00` })],
    [
      'whose receiver is longer than an address',
      of1559({ to: USDT, data: transfer(TO, 1n).replace('0000', '0001') as Hex }),
    ],
    ['with an access list', of1559({ accessList: [{ address: USDT, storageKeys: [] }] })],
    ['without gas', of1559({ gas: 0n })],
    [
      'that is already signed',
      '0x02f86d821e8e778260918301a4d182f38594000000000000000000000000000000000000aaaa8403e6c7f380c001a0e38e239770801eb995498c821e55ac9c19ae09184bb27b34be105e02fe3b7615a067c64ca6bd6d9107e85fd581ab2e70a14b637eb36505bb40861ef9d6e800cab6',
    ],
    ['of type 1', concatHex(['0x01', toRlp(['0x01', '0x05', '0x01', '0x5208', TO, '0x01', '0x', []])])],
    ['of type 4', concatHex(['0x04', toRlp(['0x01', '0x05', '0x01', '0x02', '0x5208', TO, '0x01', '0x', [], []])])],
    [
      'with a tip above the fee',
      concatHex(['0x02', toRlp(['0x01', '0x05', '0x03', '0x02', '0x5208', TO, '0x01', '0x', []])]),
    ],
    [
      'with a number that has a leading zero',
      concatHex(['0x02', toRlp(['0x01', '0x0005', '0x01', '0x02', '0x5208', TO, '0x01', '0x', []])]),
    ],
    [
      'with a nonce above 64 bits',
      concatHex(['0x02', toRlp(['0x01', numberToHex(2n ** 64n), '0x01', '0x02', '0x5208', TO, '0x01', '0x', []])]),
    ],
    [
      'whose receiver is shorter than an address',
      concatHex(['0x02', toRlp(['0x01', '0x05', '0x01', '0x02', '0x5208', '0x35', '0x01', '0x', []])]),
    ],
    [
      'whose receiver is a list',
      concatHex(['0x02', toRlp(['0x01', '0x05', '0x01', '0x02', '0x5208', [TO], '0x01', '0x', []])]),
    ],
    [
      'with one field too few',
      concatHex(['0x02', toRlp(['0x01', '0x05', '0x01', '0x02', '0x5208', TO, '0x01', '0x'])]),
    ],
  ])('a transaction %s is not signed', async (_, bytes) => {
    expect(() => signer.read(asUnsigned(bytes))).toThrow(MalformedTransaction);
    await expect(signer.sign(asUnsigned(bytes), oneKey('46'.repeat(32)))).rejects.toThrow(MalformedTransaction);
  });

  test('bytes must be lower-case hexadecimal without 0x, and not longer than a payment', () => {
    const { bytes } = asUnsigned(of1559({}));
    expect(signer.read({ ...asUnsigned('0x'), bytes }).amount).toBe(1n);
    for (const wrong of [`0x${bytes}`, bytes.toUpperCase(), `${bytes} `, bytes.slice(1), '02'.repeat(1 << 20)]) {
      expect(() => signer.read({ ...asUnsigned('0x'), bytes: wrong })).toThrow(MalformedTransaction);
    }
  });
});

test('a key store’s signature by another key, or with a wrong recovery bit, is not returned', async () => {
  const good = oneKey('46'.repeat(32));
  const unsigned = asUnsigned(of1559({}));
  const otherKey: KeyStore = { ...good, sign: oneKey('47'.repeat(32)).sign };
  const otherBit: KeyStore = {
    ...good,
    sign: async (path, digest) => {
      const { compact, recovery } = await good.sign(path, digest);
      return { compact, recovery: recovery === 0 ? 1 : 0 };
    },
  };
  const highS: KeyStore = {
    ...good,
    sign: async (path, digest) => {
      const { compact, recovery } = await good.sign(path, digest);
      const s = secp256k1.Point.Fn.ORDER - BigInt(`0x${Buffer.from(compact.slice(32)).toString('hex')}`);
      const high = Buffer.concat([compact.slice(0, 32), hexToBytes(s.toString(16).padStart(64, '0'))]);
      return { compact: new Uint8Array(high), recovery: recovery === 0 ? 1 : 0 };
    },
  };
  await expect(signer.sign(unsigned, good)).resolves.toBeDefined();
  for (const store of [otherKey, otherBit, highS]) await expect(signer.sign(unsigned, store)).rejects.toThrow(/key/);
});

function asUnsigned(bytes: Hex): UnsignedTransaction {
  return { bytes: bytes.slice(2), source: { kind: 'hot' }, claims: [], maxFee: 0n };
}

function deposit(index: number): UnsignedTransaction['source'] {
  return { kind: 'deposit', index };
}

interface Fields {
  readonly chainId?: number;
  readonly to?: Hex | undefined;
  readonly value?: bigint;
  readonly gas?: bigint;
  readonly data?: Hex;
  readonly accessList?: readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[];
  /** Whether a transaction with `data` carries coins as well. */
  readonly keepValue?: boolean;
}

/** A payment of one wei by default. */
function of1559({ keepValue, ...fields }: Fields): Hex {
  return serializeTransaction({
    type: 'eip1559',
    chainId: 1,
    nonce: 5,
    gas: 90_000n,
    maxFeePerGas: 3_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    value: fields.data === undefined || keepValue === true ? 1n : 0n,
    to: TO,
    ...fields,
  });
}

/**
 * A legacy transaction that ends with these fields, which name the network (EIP-155). Without them, it has the format
 * from before EIP-155.
 */
function legacy(network: readonly Hex[]): Hex {
  return toRlp(['0x09', '0x04a817c800', '0x5208', TO, '0x01', '0x', ...network]);
}

function transfer(to: Hex, amount: bigint): Hex {
  return `0xa9059cbb${to.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`;
}

/** A key store with the same key at every path. */
function oneKey(privateKey: string): KeyStore {
  const key = hexToBytes(privateKey);
  return {
    publicKey: async () => secp256k1.getPublicKey(key),
    accountXpub: async () => '',
    sign: async (_, digest) => {
      const recovered = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
      return { compact: recovered.slice(1), recovery: recovered[0] === 1 ? 1 : 0 };
    },
  };
}
