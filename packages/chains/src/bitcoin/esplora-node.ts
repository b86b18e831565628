import type { BlockRef } from '../chain.ts';
import { NodeFault } from '../chain-errors.ts';
import { askNode, askNodeForBytes, type NodeAccess, nodeText, parseResponse } from '../node-http.ts';
import { booleanOf, fieldsOf, hashOf, hexBytesOf, listOf, positiveOf, wholeNumberOf } from './answers.ts';
import {
  type BitcoinNode,
  type FoundTransaction,
  mostResponseBytes,
  type Outpoint,
  type UnspentOutput,
} from './bitcoin-node.ts';

/** A server with the HTTP API of Esplora (electrs and its forks), preferably our own. */
export class EsploraNode implements BitcoinNode {
  readonly #access: NodeAccess;

  /** @param access the node; its URL is the base of the API's paths, such as https://example.org/api */
  constructor(access: NodeAccess) {
    this.#access = { maxResponseBytes: mostResponseBytes, ...access, url: access.url.replace(/\/$/, '') };
  }

  async head(): Promise<BlockRef> {
    const hash = hashOf(await this.#get('/blocks/tip/hash'));
    const { height } = fieldsOf(await this.#json(`/block/${hash}`));
    return { hash, height: wholeNumberOf(height) };
  }

  async blockHash(height: number): Promise<string | undefined> {
    const hash = await this.#find(`/block-height/${height}`);
    return hash === undefined ? undefined : hashOf(hash);
  }

  async blockBytes(hash: string): Promise<Uint8Array> {
    const { status, bytes } = await askNodeForBytes(this.#access, { method: 'GET', path: `/block/${hash}/raw` });
    if (status !== 200) throw new NodeFault(`the node returned HTTP ${status} for block ${hash}`);
    return bytes;
  }

  async transaction(txid: string): Promise<FoundTransaction | undefined> {
    // The status alone does not distinguish a pending transaction from an unknown one.
    const found = await this.#find(`/tx/${txid}`);
    if (found === undefined) return undefined;
    const block = blockOf(fieldsOf(parseResponse(found)).status);
    const hex = await this.#find(`/tx/${txid}/hex`);
    return hex === undefined ? undefined : { bytes: hexBytesOf(hex), block };
  }

  async unspent(address: string): Promise<readonly UnspentOutput[]> {
    const head = await this.head();
    return listOf(await this.#json(`/address/${address}/utxo`)).map((entry) => {
      const { txid, vout, value, status } = fieldsOf(entry);
      const height = blockOf(status)?.height;
      return {
        txid: hashOf(txid),
        index: wholeNumberOf(vout),
        amount: BigInt(wholeNumberOf(value)),
        // If the output was included after the head was requested, it has one confirmation.
        confirmations: height === undefined ? 0 : Math.max(1, head.height - height + 1),
      };
    });
  }

  async balance(address: string): Promise<bigint> {
    const { chain_stats: stats } = fieldsOf(await this.#json(`/address/${address}`));
    const { funded_txo_sum: funded, spent_txo_sum: spent } = fieldsOf(stats);
    const balance = BigInt(wholeNumberOf(funded)) - BigInt(wholeNumberOf(spent));
    if (balance < 0n) throw new NodeFault('the node reports that an address spent more than it received');
    return balance;
  }

  async isSpentInBlock({ txid, index }: Outpoint): Promise<boolean> {
    const { spent, status } = fieldsOf(await this.#json(`/tx/${txid}/outspend/${index}`));
    return booleanOf(spent) && blockOf(status) !== undefined;
  }

  async feeRate(blocks: number): Promise<number | undefined> {
    // Estimates by number of blocks, in satoshis per virtual byte.
    const estimate = fieldsOf(await this.#json('/fee-estimates'))[blocks];
    return estimate === undefined ? undefined : Math.ceil(positiveOf(estimate) * 1000);
  }

  async send(hex: string): Promise<string | undefined> {
    const { status, text } = await askNode(this.#access, { method: 'POST', path: '/tx', body: hex });
    // With status 400, the text is the reason that the underlying bitcoind gives for rejecting the transaction.
    if (status === 400) return nodeText(text);
    if (status !== 200) throw new NodeFault(`the node returned HTTP ${status}`);
    hashOf(text.trim());
    return undefined;
  }

  async #json(path: string): Promise<unknown> {
    return parseResponse(await this.#get(path));
  }

  async #get(path: string): Promise<string> {
    const found = await this.#find(path);
    if (found === undefined) throw new NodeFault(`the node does not have ${path}`);
    return found;
  }

  /** The text of the response; undefined if its status is 404 (not found). */
  async #find(path: string): Promise<string | undefined> {
    const { status, text } = await askNode(this.#access, { method: 'GET', path });
    if (status === 404) return undefined;
    if (status !== 200) throw new NodeFault(`the node returned HTTP ${status} for ${path}: ${nodeText(text)}`);
    return text;
  }
}

/** The block named by Esplora's status of a transaction; undefined if the transaction is not in a block. */
function blockOf(status: unknown): BlockRef | undefined {
  const { confirmed, block_height: height, block_hash: hash } = fieldsOf(status);
  return booleanOf(confirmed) ? { height: wholeNumberOf(height), hash: hashOf(hash) } : undefined;
}
