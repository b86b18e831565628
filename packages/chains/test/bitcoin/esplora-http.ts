import { bytesToHex } from '@noble/hashes/utils.js';
import { pointOf, scriptOf } from './bitcoind-rpc.ts';
import type { RegtestBlock } from './regtest-block.ts';
import type { RegtestNode } from './regtest-node.ts';

export interface EsploraResponse {
  readonly status: number;
  readonly body: string | Uint8Array;
}

type Route = readonly [RegExp, (...parts: string[]) => unknown];

/** The part of Esplora's HTTP API that reads blocks, transactions and addresses, and sends transactions. */
export class EsploraHttp {
  readonly #node: RegtestNode;

  constructor(node: RegtestNode) {
    this.#node = node;
  }

  answer(method: string, path: string, body: string): EsploraResponse {
    if (method === 'POST') return path === '/tx' ? this.#send(body) : missing('Endpoint');
    for (const [pattern, route] of this.#routes) {
      const parts = pattern.exec(path);
      if (parts === null) continue;
      const found = route(...parts.slice(1));
      if (found === undefined) return missing(path.startsWith('/tx') ? 'Transaction' : 'Block');
      if (typeof found === 'string' || found instanceof Uint8Array) return { status: 200, body: found };
      return { status: 200, body: JSON.stringify(found) };
    }
    return missing('Endpoint');
  }

  readonly #routes: readonly Route[] = [
    [/^\/blocks\/tip\/hash$/, () => this.#node.tip.hash],
    [/^\/block-height\/(\d+)$/, (height) => this.#node.blockAt(Number(height))?.hash],
    [/^\/block\/(\w+)$/, (hash = '') => withoutBytes(this.#node.block(hash))],
    [/^\/block\/(\w+)\/raw$/, (hash = '') => this.#node.block(hash)?.bytes],
    [/^\/tx\/(\w+)$/, (txid = '') => this.#transaction(txid)],
    [/^\/tx\/(\w+)\/hex$/, (txid = '') => this.#hex(txid)],
    [/^\/tx\/(\w+)\/outspend\/(\d+)$/, (txid, index) => this.#outspend(`${txid}:${index}`)],
    [/^\/address\/(\w+)$/, (address = '') => ({ address, chain_stats: this.#chainStats(scriptOf(address)) })],
    [/^\/address\/(\w+)\/utxo$/, (address = '') => this.#unspent(scriptOf(address))],
    [/^\/fee-estimates$/, () => this.#feeEstimates()],
  ];

  #send(hex: string): EsploraResponse {
    const sent = this.#node.send(hex);
    if (typeof sent === 'string') return { status: 200, body: sent };
    return { status: 400, body: `sendrawtransaction RPC error: ${JSON.stringify(sent)}` };
  }

  #transaction(txid: string): unknown {
    const found = this.#node.transaction(txid);
    return found === undefined ? undefined : { txid, status: statusOf(found.block) };
  }

  #hex(txid: string): string | undefined {
    const found = this.#node.transaction(txid);
    return found === undefined ? undefined : bytesToHex(found.transaction.bytes);
  }

  #outspend(outpoint: string): unknown {
    const txid = this.#node.pool.spenderOf(outpoint) ?? this.#node.spenderInBlock(outpoint);
    if (txid === undefined) return { spent: false };
    return { spent: true, txid, status: statusOf(this.#node.transaction(txid)?.block) };
  }

  #chainStats(script: string): unknown {
    const amounts = [...this.#node.unspent.values()].flatMap((output) =>
      bytesToHex(output.script) === script ? [Number(output.amount)] : [],
    );
    // Both sums also include coins that were received and then spent; the additional satoshi in each simulates that.
    return { funded_txo_sum: amounts.reduce((sum, amount) => sum + amount, 1), spent_txo_sum: 1 };
  }

  #unspent(script: string): unknown {
    const inBlocks = [...this.#node.unspent].map(([outpoint, { amount, script: found, height }]) => ({
      outpoint,
      amount,
      script: found,
      status: statusOf(this.#node.blockAt(height)),
    }));
    const waiting = this.#node.pool.transactions.flatMap(({ txid, outputs }) =>
      outputs.map(({ amount, script: found }, index) => ({
        outpoint: `${txid}:${index}`,
        amount,
        script: found,
        status: statusOf(undefined),
      })),
    );
    return [...inBlocks, ...waiting]
      .filter((output) => bytesToHex(output.script) === script)
      .filter(({ outpoint }) => this.#node.pool.spenderOf(outpoint) === undefined)
      .map(({ outpoint, amount, status }) => ({ ...pointOf(outpoint), value: Number(amount), status }));
  }

  #feeEstimates(): unknown {
    const { feeRate } = this.#node;
    if (feeRate === undefined) return {};
    return Object.fromEntries([1, 2, 3, 6, 144].map((blocks) => [blocks, feeRate]));
  }
}

function statusOf(block: RegtestBlock | undefined): unknown {
  if (block === undefined) return { confirmed: false };
  return { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.timeSeconds };
}

function withoutBytes(block: RegtestBlock | undefined): unknown {
  if (block === undefined) return undefined;
  return { id: block.hash, height: block.height, timestamp: block.timeSeconds, previousblockhash: block.parentHash };
}

function missing(what: string): EsploraResponse {
  return { status: 404, body: `${what} not found` };
}
