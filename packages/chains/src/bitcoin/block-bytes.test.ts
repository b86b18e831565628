import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { outsiders } from '../../test/bitcoin/outsiders.ts';
import { coinbaseTransaction, genesisBlock, nextBlock } from '../../test/bitcoin/regtest-block.ts';
import { RegtestNode } from '../../test/bitcoin/regtest-node.ts';
import { readRegtestTransaction } from '../../test/bitcoin/regtest-transaction.ts';
import { bitcoinNetworks, easiestBits } from './bitcoin-network.ts';
import { hasWork, heightScript, merkleRoot, parseBlock, parseHeader } from './block-bytes.ts';
import { displayHash } from './transaction-bytes.ts';

/** The complete first block of Bitcoin. */
const genesis = hexToBytes(
  [
    '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c',
    '01',
    '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
  ].join(''),
);

/** Block 125,552 of Bitcoin, whose header is the Bitcoin Wiki's example of block hashing. */
const header125552 = hexToBytes(
  '0100000081cd02ab7e569e8bcd9317e2fe99f2de44d49ab2b8851ba4a308000000000000e320b6c2fffc8d750423db8b1eb942ae710e951ed797f7affc8892b0f1fc122bc7f5d74df2b9441a42a14695',
);

describe('headers', () => {
  test('hash, parent, time and work of block 125,552 are read correctly', () => {
    const header = parseHeader(header125552);
    expect(header).toMatchObject({
      hash: '00000000000000001e8d6829a8a21adc5d38d0a473b144b6765798e61f98bd1d',
      parentHash: '00000000000008a3a41b85b8b29ad444def299fee21793cd8b9e567eab02cd81',
      merkleRoot: '2b12fcf1b09288fcaff797d71e950e71ae42b91e8bdb2304758dfcffc2b620e3',
      timeMs: Date.UTC(2011, 4, 21, 17, 26, 31),
      target: 0x44b9f2n << (8n * (0x1an - 3n)),
    });
    expect(hasWork(header, 0x1d00ffff)).toBe(true);
  });

  test('a header with one bit changed has no valid proof of work', () => {
    for (const at of [0, 4, 40, 68, 76]) {
      const changed = header125552.with(at, (header125552[at] ?? 0) ^ 1);
      expect(hasWork(parseHeader(changed), 0x1d00ffff)).toBe(false);
    }
  });

  test('a header that requires less work than the chain does is refused', () => {
    expect(hasWork(parseHeader(header125552), 0x1a44b9f1)).toBe(false);
    expect(hasWork(parseHeader(genesis.slice(0, 80)), easiestBits(bitcoinNetworks.mainnet, 0))).toBe(true);
    expect(hasWork(parseHeader(genesis.slice(0, 80)), easiestBits(bitcoinNetworks.mainnet, 500_000))).toBe(false);
  });

  test.each([0x1d80ffff, 0x1d000000, 0x210000ff, 0x0200ffff, 0xffffffff])('the target %i is invalid', (bits) => {
    const header = genesis.slice(0, 80);
    new DataView(header.buffer).setUint32(72, bits, true);
    expect(() => parseHeader(header)).toThrow(RangeError);
  });
});

describe('blocks', () => {
  test('the genesis block is read correctly', async () => {
    const { header, transactions } = await parseBlock(genesis);
    expect(header.hash).toBe(bitcoinNetworks.mainnet.genesisHash);
    expect(transactions.map(({ txid }) => txid)).toEqual([
      '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
    ]);
    expect(transactions[0]?.outputs.map(({ amount }) => amount)).toEqual([5_000_000_000n]);
  });

  test('no byte of a block can be left out, added or changed', async () => {
    await expect(parseBlock(genesis.slice(0, -1))).rejects.toThrow(RangeError);
    await expect(parseBlock(Uint8Array.of(...genesis, 0))).rejects.toThrow(RangeError);
    for (let at = 80; at < genesis.length; at++) {
      await expect(parseBlock(genesis.with(at, (genesis[at] ?? 0) ^ 0x10)), `${at}`).rejects.toThrow(RangeError);
    }
  });

  test('a block without a coinbase at its start, or with two, is invalid', async () => {
    const start = genesisBlock();
    const coinbase = (tag: number) => coinbaseTransaction(1, tag, { amount: 1n, script: Uint8Array.of(0x51) }, []);
    const network = new RegtestNode(outsiders.script);
    network.mine(101);
    const pays = { to: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', amount: 1000n };
    const payment = readRegtestTransaction(hexToBytes(outsiders.transactionFor(network, [pays]).hex));
    const block = async (...transactions: (typeof payment)[]) => parseBlock(nextBlock(start, transactions).bytes);
    expect((await block(coinbase(1), payment)).transactions).toHaveLength(2);
    for (const wrong of [
      [payment],
      [payment, coinbase(1)],
      [coinbase(1), coinbase(2)],
      [coinbase(1), payment, coinbase(2)],
    ]) {
      await expect(block(...wrong)).rejects.toThrow('coinbase');
    }
  });

  test('a count larger than the remaining bytes is refused immediately', async () => {
    for (const count of ['feffffff7f', 'ffffffffffffffffff', 'fd0100']) {
      const bytes = Uint8Array.of(...genesis.slice(0, 80), ...hexToBytes(count), ...genesis.slice(81));
      await expect(parseBlock(bytes)).rejects.toThrow(RangeError);
    }
  });
});

describe('merkle trees', () => {
  /** The ids of the transactions in block 100,000 of Bitcoin. */
  const txids = [
    '8c14f0db3df150123e6f3dbbf30f8b955a8249b62ac1d1ff16284aefa3d06d87',
    'fff2525b8931402dd09222c50775608f75787bd2b87e56995a7bdd30f79702c4',
    '6359f0868171b1d194cbee1af2f16ea598ae8fad666d9b012c8ed2b79a236ec4',
    'e9a66845e05d5abc0ad04ec80f774a7e585c6e8db975962d069a522137b80c1d',
  ].map((txid) => hexToBytes(txid).reverse());

  test('the root of block 100,000 is computed correctly', () => {
    expect(displayHash(merkleRoot(txids))).toBe('f3e94742aca4b5ef85488dc37c06c3282295ffec960994b2c0d5ac2a25a95766');
  });

  test('CVE-2012-2459: a block with transactions repeated at the end is refused', () => {
    const three = txids.slice(0, 3);
    expect(bytesToHex(merkleRoot(three))).not.toBe(bytesToHex(merkleRoot(txids)));
    expect(() => merkleRoot([...three, three[2] as Uint8Array])).toThrow(RangeError);
    expect(() => merkleRoot([...txids, ...txids])).toThrow(RangeError);
  });
});

test('BIP-34: the height in a coinbase is encoded correctly', () => {
  // Small numbers have their own opcodes. 227,931 was the first height that a coinbase on mainnet had to contain.
  const scripts = {
    0: '00',
    1: '51',
    16: '60',
    17: '0111',
    127: '017f',
    128: '028000',
    32768: '03008000',
    227931: '035b7a03',
  };
  for (const [height, script] of Object.entries(scripts)) {
    expect(bytesToHex(heightScript(Number(height)))).toBe(script);
  }
});

test('millions of empty witness items, which fit in a block, take no more memory than their bytes', async () => {
  const items = 3_900_000;
  const [version, inputs, outputs] = [
    '02000000',
    `01${'07'.repeat(32)}0000000000ffffffff`,
    '010100000000000000' + '0151',
  ];
  const count = Buffer.from([0xfe, items & 0xff, (items >> 8) & 0xff, (items >> 16) & 0xff, 0]).toString('hex');
  const hex = `${version}0001${inputs}${outputs}${count}${'00'.repeat(items)}00000000`;
  const crowded = readRegtestTransaction(hexToBytes(`${version}${inputs}${outputs}00000000`));
  const payment = { ...crowded, bytes: hexToBytes(hex) };
  const coinbase = coinbaseTransaction(1, 1, { amount: 1n, script: Uint8Array.of(0x51) }, []);
  const { bytes } = nextBlock(genesisBlock(), [coinbase, payment]);
  const before = process.memoryUsage().heapUsed;
  const { transactions } = await parseBlock(bytes);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
  expect(transactions[1]?.txid).toBe(crowded.txid);
  expect(transactions[1]?.inputs[0]?.witness).toHaveLength(items + 5);
});
