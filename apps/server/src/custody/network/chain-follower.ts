import { type BlockRef, type ChainBlock, type ChainReader, NodeFault, type SourceOf } from '@vitrine/chains';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { alarmDetail, alarmText, CustodyAlarms } from '../alarms.ts';

/** The number of blocks that are stored; a deeper reorg cannot be followed. */
const KEPT_BLOCKS = 1_000;
/** Maximum number of blocks per step, so that catching up is split into many short database transactions. */
const BLOCKS_A_STEP = 40;

export interface FollowerParts {
  readonly pool: Pool;
  readonly reader: ChainReader;
  /** Makes `isOurs` recognize every address that has been issued so far. */
  readonly loadAddresses: () => Promise<void>;
  readonly isOurs: (address: string) => boolean;
  readonly sourceOf: SourceOf;
  /** Stores what concerns us in a block, within the transaction that stores the block. */
  readonly keep: (client: PoolClient, block: ChainBlock) => Promise<void>;
  /**
   * Called when a reorg replaces the blocks at this height and above, within the transaction that deletes them;
   * `network-work.ts` implements it.
   */
  readonly drop: (client: PoolClient, fromHeight: number) => Promise<void>;
  readonly alarms: CustodyAlarms;
  /**
   * The height of the first block to read if none has been read yet; if undefined, reading starts at the node's head.
   */
  readonly startHeight: number | undefined;
}

interface BlockRow {
  readonly height: string;
  readonly hash: string;
}

/**
 * Reads the blocks of one network in order. The last stored block is the cursor: the next block must be its child.
 * After a reorg, the blocks that are no longer on the node's chain are rolled back first. After a crash, reading
 * continues from the cursor.
 */
export class ChainFollower {
  readonly #parts: FollowerParts;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  /** The last block read; undefined before the first. */
  async tip(): Promise<BlockRef | undefined> {
    const { rows } = await this.#parts.pool.query<BlockRow>(
      'select height, hash from chain_blocks where network = $1 order by height desc limit 1',
      [this.#network],
    );
    return rows[0] && refOf(rows[0]);
  }

  /** Reads some blocks toward the node's head. Returns whether there is more to read immediately. Throws ChainError. */
  async step(): Promise<boolean> {
    const { reader } = this.#parts;
    const head = await reader.head();
    const tip = await this.tip();
    if (tip?.hash === head.hash) return false;
    // A server that has just lost the lease may still issue addresses. But an address that is issued after the head was
    // queried can be paid only in a later block. Loading the addresses after querying the head therefore covers all
    // blocks up to it.
    await this.#parts.loadAddresses();
    if (tip === undefined) return this.#begin(head);
    const common = await this.#commonWith(tip, head);
    if (common === undefined) return false;
    if (common.height < tip.height) await this.#rewind(common.height);
    const last = Math.min(head.height, common.height + BLOCKS_A_STEP);
    const blocks = await this.#read(common, last);
    if (blocks.length > 0) await this.#keepAll(blocks);
    return blocks.length > 0 && last < head.height;
  }

  /**
   * Queries the node again for a transaction that it could not read when its block was read, and stores the
   * transaction's transfers. Returns whether the transaction was read; if so, its alarm ends. Throws ChainError.
   */
  async readAgain(txid: string): Promise<boolean> {
    const { reader, pool, isOurs, sourceOf, keep } = this.#parts;
    const status = await reader.transaction(txid);
    if (status.kind !== 'included') return false;
    const block = await reader.block(status.block.height, isOurs, sourceOf);
    if (block === undefined || block.hash !== status.block.hash || block.unread?.includes(txid)) return false;
    return inTransaction(pool, async (client) => {
      if (!(await this.#hasRead(client, block))) return false;
      await keep(client, { ...block, transfers: block.transfers.filter((one) => one.txid === txid) });
      await new CustodyAlarms(client).end(reader.network, 'unread', txid);
      return true;
    });
  }

  /**
   * Whether the block was read: either it is stored (its row is then locked, so that it cannot be replaced), or it is
   * older than all stored blocks.
   */
  async #hasRead(client: PoolClient, { height, hash }: BlockRef): Promise<boolean> {
    const { rows } = await client.query<{ hash: string }>(
      'select hash from chain_blocks where network = $1 and height = $2 for share',
      [this.#network, height],
    );
    if (rows[0] !== undefined) return rows[0].hash === hash;
    const { rowCount } = await client.query('select from chain_blocks where network = $1 and height <= $2 limit 1', [
      this.#network,
      height,
    ]);
    return rowCount === 0 && (await this.tip()) !== undefined;
  }

  get #network(): string {
    return this.#parts.reader.network;
  }

  async #begin(head: BlockRef): Promise<boolean> {
    const { reader, isOurs, sourceOf, startHeight } = this.#parts;
    const first = await reader.block(startHeight ?? head.height, isOurs, sourceOf);
    if (first === undefined)
      throw new NodeFault(`${this.#network}: the node does not have block ${startHeight ?? head.height}`);
    await this.#keepAll([first]);
    return first.height < head.height;
  }

  /**
   * The newest block that is on both the stored chain and the node's chain. Undefined if the node has fewer blocks than
   * were read: nothing is rolled back until the node has caught up. Throws if no stored block is on the node's chain,
   * because a payment that is included in one of the two chains may be void in the other.
   */
  async #commonWith(tip: BlockRef, head: BlockRef): Promise<BlockRef | undefined> {
    if (head.height < tip.height) return undefined;
    if (await this.#isOnChain(tip)) return tip;
    const { pool, reader, alarms } = this.#parts;
    const { rows } = await pool.query<BlockRow>(
      'select height, hash from chain_blocks where network = $1 and height < $2 order by height desc',
      [this.#network, tip.height],
    );
    for (const row of rows) if (await this.#isOnChain(refOf(row))) return refOf(row);
    const from = rows.at(-1)?.height ?? tip.height;
    const detail = alarmDetail('other_chain', { from: String(from), to: String(tip.height) });
    await alarms.raise({ network: reader.network, kind: 'deep_reorganisation', subject: 'chain', detail });
    throw new NodeFault(alarmText(detail));
  }

  async #isOnChain({ height, hash }: BlockRef): Promise<boolean> {
    return (await this.#parts.reader.hashAt(height)) === hash;
  }

  /**
   * The blocks after `from`, up to height `last`, each the child of the previous block; fewer if the chain changes
   * meanwhile.
   */
  async #read(from: BlockRef, last: number): Promise<ChainBlock[]> {
    const { reader, isOurs, sourceOf } = this.#parts;
    const blocks: ChainBlock[] = [];
    let parent = from;
    for (let height = from.height + 1; height <= last; height++) {
      const block = await reader.block(height, isOurs, sourceOf);
      if (block === undefined || block.parentHash !== parent.hash) break;
      if (block.height !== height)
        throw new NodeFault(`${this.#network}: requested block ${height}, but received ${block.height}`);
      blocks.push(block);
      parent = block;
    }
    return blocks;
  }

  async #rewind(height: number): Promise<void> {
    await inTransaction(this.#parts.pool, async (client) => {
      await this.#parts.drop(client, height + 1);
      await client.query('delete from chain_blocks where network = $1 and height > $2', [this.#network, height]);
    });
  }

  async #alarmOfUnread({ height, unread = [] }: ChainBlock): Promise<void> {
    const { network } = this.#parts.reader;
    for (const txid of unread) {
      const detail = alarmDetail('transaction_unread', { height: String(height) });
      await this.#parts.alarms.raise({ network, kind: 'unread', subject: txid, detail });
    }
  }

  async #keepAll(blocks: readonly ChainBlock[]): Promise<void> {
    for (const block of blocks) await this.#alarmOfUnread(block);
    await inTransaction(this.#parts.pool, async (client) => {
      for (const block of blocks) {
        await client.query(
          'insert into chain_blocks (network, height, hash, parent_hash, time_ms) values ($1, $2, $3, $4, $5)',
          [this.#network, block.height, block.hash, block.parentHash, block.timeMs],
        );
        await this.#parts.keep(client, block);
      }
      await client.query('delete from chain_blocks where network = $1 and height <= $2', [
        this.#network,
        (blocks.at(-1)?.height ?? 0) - KEPT_BLOCKS,
      ]);
    });
    await this.#parts.alarms.end(this.#parts.reader.network, 'deep_reorganisation', 'chain');
  }
}

const refOf = ({ height, hash }: BlockRow): BlockRef => ({ height: Number(height), hash });
