import {
  accountPath,
  type BlockRef,
  type ChainBlock,
  type ChainFamily,
  type ChainReader,
  NodeFault,
  NodeUnreachable,
  SeedKeys,
  SimulatedChain,
  tronAddresses,
} from '@vitrine/chains';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MigratedDatabase, openMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { CustodyAlarms } from '../alarms.ts';
import { type AddressMaker, DepositAddresses } from '../deposits/deposit-addresses.ts';
import { ChainFollower, type FollowerParts } from './chain-follower.ts';

let database: MigratedDatabase;
let pool: Pool;
let chain: SimulatedChain;
/**
 * The number of times that the follower has stored each transaction, less the number of times that it has rolled the
 * transaction back.
 */
let kept: Map<string, number>;

beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = database.pool;
});
afterAll(() => database.close());

const OURS = tronAddresses.fromPublicKey(await new SeedKeys(new Uint8Array(32).fill(7)).publicKey("m/44'/195'/0'/0/0"));

beforeEach(async () => {
  await pool.query('truncate chain_blocks, custody_alarms');
  kept = new Map();
  chain = new SimulatedChain({
    network: 'TRC20',
    coins: [{ coin: 'TRX', decimals: 6 }],
    addresses: tronAddresses,
    xpub: '',
    hotAddress: OURS,
    premine: {},
    nowMs: () => 0,
  });
});

/** A follower of the chain through a node that gives `answers` in place of some of its responses. */
function follow(
  answers: Partial<ChainReader> = {},
  addresses: Pick<FollowerParts, 'loadAddresses' | 'isOurs'> = {
    loadAddresses: async () => {},
    isOurs: (address) => address === OURS,
  },
): ChainFollower {
  const heights = new Map<string, number>();
  const block: ChainReader['block'] = answers.block ?? ((height, isOurs) => chain.block(height, isOurs));
  const reader: ChainReader = {
    network: 'TRC20',
    coins: chain.coins,
    head: () => chain.head(),
    block,
    hashAt: async (height) => (await block(height, () => false))?.hash,
    transaction: (txid) => chain.transaction(txid),
    balance: (coin, address) => chain.balance(coin, address),
    ...answers,
  };
  return new ChainFollower({
    pool,
    reader,
    sourceOf: () => undefined,
    ...addresses,
    keep: async (_, { height, transfers }) => {
      for (const { txid } of transfers) {
        kept.set(txid, (kept.get(txid) ?? 0) + 1);
        heights.set(txid, height);
      }
    },
    drop: async (_, fromHeight) => {
      for (const [txid, height] of heights) if (height >= fromHeight) kept.set(txid, (kept.get(txid) ?? 0) - 1);
    },
    alarms: new CustodyAlarms(pool),
    startHeight: 1,
  });
}

const pay = () => chain.pay([{ coin: 'TRX', to: OURS, amount: '1' }]);

async function readAll(follower: ChainFollower): Promise<void> {
  while (await follower.step());
}

describe('following a chain', () => {
  test('delivers every block once, in batches of any size and after any restart', async () => {
    const txids: string[] = [];
    for (let count = 0; count < 150; count++) {
      txids.push(pay());
      chain.mine();
    }
    await follow().step();
    // A new follower continues from the stored blocks.
    await readAll(follow());
    expect(await follow().tip()).toEqual(chain.tip);
    expect([...kept.values()].every((times) => times === 1)).toBe(true);
    expect([...kept.keys()].sort()).toEqual(txids.sort());
  });

  test('rolls back to the fork point after a reorg between two steps', async () => {
    const follower = follow();
    for (let count = 0; count < 30; count++) chain.mine();
    const txid = pay();
    chain.mine();
    await readAll(follower);
    chain.forkBack(12);
    for (let count = 0; count < 12; count++) chain.mine(() => false);
    await readAll(follower);
    expect(kept.get(txid)).toBe(0);
    chain.mine();
    await readAll(follower);
    expect(kept.get(txid)).toBe(1);
    expect(await follower.tip()).toEqual(chain.tip);
  });

  test('delivers a transfer to an address that was issued in the meantime by a server which has lost the lease', async () => {
    const xpub = await new SeedKeys(new Uint8Array(32).fill(8)).accountXpub(accountPath('tron', 'deposit'));
    const makers = new Map<ChainFamily, AddressMaker>([['tron', { format: tronAddresses, xpub }]]);
    const [old, current] = [new DepositAddresses(pool, makers), new DepositAddresses(pool, makers)];
    await current.load();
    const follower = follow(
      {},
      {
        loadAddresses: () => current.loadNew('tron'),
        isOurs: (address) => current.ownerOf('TRC20', address) !== undefined,
      },
    );
    for (const owner of [1_000, 1_001]) {
      const to = await old.give(owner, 'TRC20');
      const txid = chain.pay([{ coin: 'TRX', to, amount: '1' }]);
      chain.mine();
      await readAll(follower);
      expect(kept.get(txid)).toBe(1);
      expect(current.ownerOf('TRC20', to)).toBe(owner);
    }
  });

  test('while a node is behind, or its branch is shorter, nothing is rolled back', async () => {
    const follower = follow();
    const txid = pay();
    for (let count = 0; count < 10; count++) chain.mine();
    await readAll(follower);
    const tip = await follower.tip();
    chain.forkBack(5);
    for (let count = 0; count < 3; count++) chain.mine();
    expect(await follower.step()).toBe(false);
    expect(await follower.tip()).toEqual(tip);
    expect(kept.get(txid)).toBe(1);
  });

  test('a chain that contains none of the blocks read so far raises an alarm and changes nothing, and no payment is sent to it', async () => {
    const follower = follow();
    const txid = pay();
    for (let count = 0; count < 10; count++) chain.mine();
    await readAll(follower);
    const stranger = async (height: number): Promise<ChainBlock> => ({
      height,
      hash: `strange ${height}`,
      parentHash: `strange ${height - 1}`,
      timeMs: 0,
      transfers: [],
    });
    const lost = follow({ head: () => stranger(50), block: stranger });
    // The error ends the network's cycle before anything is sent.
    await expect(lost.step()).rejects.toThrow(NodeFault);
    expect(kept.get(txid)).toBe(1);
    expect((await pool.query('select kind from custody_alarms where ended_at is null')).rows).toEqual([
      { kind: 'deep_reorganisation' },
    ]);
  });

  test.each<[string, Partial<ChainReader>, object | undefined]>([
    [
      'reports a height for which it has no blocks',
      { head: async (): Promise<BlockRef> => ({ height: 1e9, hash: 'x' }) },
      undefined,
    ],
    ['does not respond', { head: () => Promise.reject(new NodeUnreachable('down')) }, NodeUnreachable],
    ['returns an invalid response', { block: () => Promise.reject(new NodeFault('garbage')) }, NodeFault],
    [
      'returns a different block than the one requested',
      {
        block: async (height, isOurs) =>
          chain
            .block(height === 8 ? 8 : height, isOurs)
            .then((block) => block && { ...block, height: block.height + 1 }),
      },
      NodeFault,
    ],
    [
      'omits blocks',
      { block: async (height, isOurs) => (height > 8 ? undefined : chain.block(height, isOurs)) },
      undefined,
    ],
  ])('a node that %s delivers nothing, and nothing is missed once it recovers', async (_, answers, fault) => {
    for (let count = 0; count < 5; count++) chain.mine();
    await readAll(follow());
    const txid = pay();
    for (let count = 0; count < 10; count++) chain.mine();
    const ill = follow(answers);
    for (let count = 0; count < 3; count++) {
      const step = ill.step();
      if (fault === undefined) await step;
      else await expect(step).rejects.toBeInstanceOf(fault);
    }
    await readAll(follow());
    expect(kept.get(txid)).toBe(1);
    expect(await follow().tip()).toEqual(chain.tip);
  });

  test('a transaction that the node cannot read raises an alarm, once, and blocks nothing', async () => {
    const txid = pay();
    for (let count = 0; count < 3; count++) chain.mine();
    const block: ChainReader['block'] = async (height, isOurs) => {
      const whole = await chain.block(height, isOurs);
      return whole && (height === 2 ? { ...whole, unread: ['heavy'] } : whole);
    };
    await readAll(follow({ block }));
    expect(kept.get(txid)).toBe(1);
    expect(await follow().tip()).toEqual(chain.tip);
    expect((await pool.query('select kind, subject from custody_alarms where ended_at is null')).rows).toEqual([
      { kind: 'unread', subject: 'heavy' },
    ]);
  });

  describe('a transaction that could not be read', () => {
    /** The node cannot read a transaction as long as `heavy` contains it. */
    const heavy = new Set<string>();
    const block: ChainReader['block'] = async (height, isOurs) => {
      const whole = await chain.block(height, isOurs);
      const unread = whole?.transfers.map(({ txid }) => txid).filter((txid) => heavy.has(txid)) ?? [];
      return whole && { ...whole, unread, transfers: whole.transfers.filter(({ txid }) => !unread.includes(txid)) };
    };
    const alarmed = async () =>
      (await pool.query(`select subject from custody_alarms where kind = 'unread' and ended_at is null`)).rows;

    test('is read again once the node can, and its alarm ends', async () => {
      const [txid, other] = [pay(), pay()];
      heavy.add(txid);
      chain.mine();
      const follower = follow({ block });
      await readAll(follower);
      expect([kept.get(txid), kept.get(other)]).toEqual([undefined, 1]);
      expect(await follower.readAgain(txid)).toBe(false);
      expect(await alarmed()).toContainEqual({ subject: txid });
      heavy.delete(txid);
      expect(await follower.readAgain(txid)).toBe(true);
      expect([kept.get(txid), kept.get(other)]).toEqual([1, 1]);
      expect(await alarmed()).not.toContainEqual({ subject: txid });
    });

    test('is left to the follower if its block was not read yet, or was replaced', async () => {
      const follower = follow({ block });
      await readAll(follower);
      const txid = pay();
      chain.mine();
      expect(await follower.readAgain(txid)).toBe(false);
      await readAll(follower);
      chain.forkBack(1);
      chain.mine();
      // The follower read the block on a branch that the node no longer follows.
      expect(await follower.readAgain(txid)).toBe(false);
      expect(await follower.readAgain('nobody knows it')).toBe(false);
      await readAll(follower);
    });
  });

  test('after a failure in the database transaction that stores a block, the whole block is read again', async () => {
    const follower = follow();
    chain.mine();
    await readAll(follower);
    const txid = pay();
    chain.mine();
    const failing = new ChainFollower({
      pool,
      reader: chain,
      sourceOf: () => undefined,
      loadAddresses: async () => {},
      isOurs: () => true,
      keep: () => Promise.reject(new Error('the database is full')),
      drop: async () => {},
      alarms: new CustodyAlarms(pool),
      startHeight: 1,
    });
    await expect(failing.step()).rejects.toThrow('full');
    expect((await follower.tip())?.height).toBe(chain.tip.height - 1);
    await readAll(follower);
    expect(kept.get(txid)).toBe(1);
  });
});
