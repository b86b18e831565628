import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { bitcoinNetworks } from '../../src/bitcoin/bitcoin-network.ts';
import type { Lie } from '../node-proxy.ts';
import { coinbaseTransaction, nextBlock } from './regtest-block.ts';
import type { RegtestNode } from './regtest-node.ts';

/** False responses of a node: about the hash at a height, or about the bytes of a block. */
interface Lies {
  readonly hashAt?: (height: number, hash: string) => string;
  readonly bytes?: (bytes: Uint8Array) => Uint8Array;
}

/** Lies that a node can tell about its newest block, by name. */
export function liesAbout(node: RegtestNode): Readonly<Record<string, Lies>> {
  const blockBefore = (height: number) => node.blockAt(height - 1)?.hash ?? '';
  return {
    'another network': { hashAt: (height, hash) => (height === 0 ? bitcoinNetworks.mainnet.genesisHash : hash) },
    'the previous block, with all its data': {
      hashAt: (height, hash) => (height === 0 ? hash : blockBefore(height)),
    },
    'no hash': { hashAt: (height, hash) => (height === 0 ? hash : hash.slice(1)) },
    'another block': { bytes: () => node.blockAt(1)?.bytes ?? Uint8Array.of() },
    'another block at the same height': { bytes: () => siblingOf(node) },
    'a transaction changed': { bytes: (bytes) => changed(bytes, bytes.length - 1) },
    'an output of the coinbase changed': { bytes: (bytes) => changed(bytes, 81 + 60) },
    'another merkle root': { bytes: (bytes) => changed(bytes, 40) },
    'a byte left out': { bytes: (bytes) => bytes.slice(0, -1) },
    'a byte too many': { bytes: (bytes) => Uint8Array.of(...bytes, 0) },
    'only a header': { bytes: (bytes) => bytes.slice(0, 80) },
    'no transactions': { bytes: (bytes) => Uint8Array.of(...bytes.slice(0, 80), 0) },
    nothing: { bytes: () => Uint8Array.of() },
  };
}

function siblingOf(node: RegtestNode): Uint8Array {
  const { height } = node.tip;
  const parent = node.blockAt(height - 1);
  if (parent === undefined) throw new Error('the first block has no siblings');
  const pays = { amount: 1n, script: node.minerScript };
  return nextBlock(parent, [coinbaseTransaction(height, 1_000_000, pays, [])]).bytes;
}

/** The lie as sent by bitcoind's JSON-RPC. */
export function lieByRpc({ hashAt, bytes }: Lies): Lie {
  return (answer, { body }) => {
    const { method, params } = JSON.parse(body) as { method: string; params: unknown[] };
    const { result, ...rest } = JSON.parse(answer) as { result: unknown };
    if (typeof result !== 'string') return answer;
    if (method === 'getblockhash' && hashAt !== undefined) {
      return JSON.stringify({ ...rest, result: hashAt(Number(params[0]), result) });
    }
    if (method === 'getblock' && bytes !== undefined) {
      return JSON.stringify({ ...rest, result: bytesToHex(bytes(hexToBytes(result))) });
    }
    return answer;
  };
}

/** The lie as sent by Esplora. */
export function lieByEsplora({ hashAt, bytes }: Lies): Lie {
  return (answer, { path }) => {
    const [, height] = /\/block-height\/(\d+)$/.exec(path) ?? [];
    if (height !== undefined && hashAt !== undefined) return hashAt(Number(height), answer);
    if (path.endsWith('/raw') && bytes !== undefined) {
      return Buffer.from(bytes(new Uint8Array(Buffer.from(answer, 'latin1')))).toString('latin1');
    }
    return answer;
  };
}

function changed(bytes: Uint8Array, at: number): Uint8Array {
  return bytes.with(at, (bytes[at] ?? 0) ^ 1);
}
