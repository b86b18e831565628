import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { CompactSize, RawTx, Script } from '@scure/btc-signer';
import { doubleHash, type RegtestTransaction, readRegtestTransaction, shown, unshown } from './regtest-transaction.ts';

export interface RegtestBlock {
  readonly hash: string;
  readonly parentHash: string;
  readonly height: number;
  readonly timeSeconds: number;
  readonly bytes: Uint8Array;
  readonly transactions: readonly RegtestTransaction[];
}

/** An easy target: half of all hashes meet it. */
const easyBits = 0x207fffff;
const easyTarget = 0x7fffffn << 232n;

/** The first block of every regtest network: Bitcoin's own first transaction under a different header. */
export function genesisBlock(): RegtestBlock {
  const coinbase = readRegtestTransaction(
    hexToBytes(
      '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
    ),
  );
  const frame = { height: 0, parentHash: '00'.repeat(32), timeSeconds: 1_296_688_602, version: 1, firstNonce: 2 };
  return sealed(frame, [coinbase]);
}

/** The block after this one, with valid work. */
export function nextBlock(parent: RegtestBlock, transactions: readonly RegtestTransaction[]): RegtestBlock {
  const { height, hash, timeSeconds } = parent;
  const frame = {
    height: height + 1,
    parentHash: hash,
    timeSeconds: timeSeconds + 600,
    version: 0x20000000,
    firstNonce: 0,
  };
  return sealed(frame, transactions);
}

/** The transaction that pays a block's reward to its miner; the tag makes it unique. */
export function coinbaseTransaction(
  height: number,
  tag: number,
  pays: { readonly amount: bigint; readonly script: Uint8Array },
  others: readonly RegtestTransaction[],
): RegtestTransaction {
  const reserved = new Uint8Array(32);
  // An unspendable output commits to the witnesses (BIP-141).
  const witnessRoot = rootOf([reserved, ...others.map(({ bytes }) => doubleHash(bytes))]);
  const commitment = concatBytes(hexToBytes('6a24aa21a9ed'), doubleHash(witnessRoot, reserved));
  const bytes = RawTx.encode({
    version: 2,
    segwitFlag: true,
    inputs: [
      {
        txid: reserved,
        index: 0xffffffff,
        finalScriptSig: Script.encode([height <= 16 ? (`OP_${height}` as 'OP_1') : height, tag + 1000]),
        sequence: 0xffffffff,
      },
    ],
    outputs: [pays, { amount: 0n, script: commitment }],
    witnesses: [[reserved]],
    lockTime: 0,
  });
  return readRegtestTransaction(bytes);
}

function sealed(
  frame: {
    readonly height: number;
    readonly parentHash: string;
    readonly timeSeconds: number;
    readonly version: number;
    readonly firstNonce: number;
  },
  transactions: readonly RegtestTransaction[],
): RegtestBlock {
  const { height, parentHash, timeSeconds, version, firstNonce } = frame;
  const header = new Uint8Array(80);
  const view = new DataView(header.buffer);
  view.setUint32(0, version, true);
  header.set(unshown(parentHash), 4);
  header.set(rootOf(transactions.map(({ txid }) => unshown(txid))), 36);
  view.setUint32(68, timeSeconds, true);
  view.setUint32(72, easyBits, true);
  let hash = '';
  for (let nonce = firstNonce; hash === '' || BigInt(`0x${hash}`) > easyTarget; nonce++) {
    view.setUint32(76, nonce, true);
    hash = shown(doubleHash(header));
  }
  const count = CompactSize.encode(BigInt(transactions.length));
  const bytes = concatBytes(header, count, ...transactions.map((transaction) => transaction.bytes));
  return { hash, parentHash, height, timeSeconds, bytes, transactions };
}

function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  const [first, second] = hashes;
  if (first === undefined) throw new Error('the block has no transactions');
  if (second === undefined) return first;
  const above = Array.from({ length: Math.ceil(hashes.length / 2) }, (_, at) => {
    const left = hashes[2 * at] as Uint8Array;
    return doubleHash(left, hashes[2 * at + 1] ?? left);
  });
  return rootOf(above);
}
