import { describe, expect, test } from 'vitest';
import { describeChain } from '../test/chain-suite.ts';
import { openSimulatedNetwork } from '../test/simulated-network.ts';
import type { Chain, ChainBlock, TransactionStatus } from './chain.ts';
import { NodeFault, NodeUnreachable, Rejected } from './chain-errors.ts';
import { WitnessedChain } from './witnessed-chain.ts';

describeChain('A network with a witness', async () => {
  const network = await openSimulatedNetwork();
  return { ...network, chain: new WitnessedChain(network.chain, network.chain) };
});

/** The height of the block with the payment. */
const PAID_AT = 5;

const down = () => Promise.reject(new NodeUnreachable('down'));

/** A chain whose newest block has one payment to us, and a node of the same chain that responds differently. */
async function witnessed(differently: (honest: Chain) => Partial<Chain>) {
  const network = await openSimulatedNetwork();
  const { chain, xpub, pay, mine } = network;
  await mine(3);
  const to = chain.addresses.derive(xpub, 0);
  const txid = await pay({ to, coin: 'USDT', amount: 5n });
  await mine(1);
  const other = otherwise(chain, differently(chain));
  const both = [new WitnessedChain(chain, other), new WitnessedChain(other, chain)];
  return { chain, both, txid, height: (await chain.head()).height, isOurs: (address: string) => address === to };
}

function otherwise(chain: Chain, answers: Partial<Chain>): Chain {
  return new Proxy(chain, {
    get: (target, name) => {
      const answer: unknown = Reflect.get(name in answers ? answers : target, name);
      return typeof answer === 'function' ? answer.bind(target) : answer;
    },
  });
}

const blockWith = (change: (block: ChainBlock) => ChainBlock) => (honest: Chain) => ({
  block: async (height: number, isOurs: (address: string) => boolean) => {
    const block = await honest.block(height, isOurs);
    return block && change(block);
  },
});

describe('with two nodes, whichever one differs', () => {
  test.each<[string, (block: ChainBlock) => ChainBlock]>([
    ['a transfer that only one node reports', (block) => ({ ...block, transfers: [] })],
    [
      'a transfer that one node reports twice',
      (block) => ({ ...block, transfers: [...block.transfers, ...block.transfers] }),
    ],
    [
      'a transfer with a different output',
      (block) => ({ ...block, transfers: block.transfers.map((one) => ({ ...one, output: 'out:1' })) }),
    ],
    [
      'a transfer with a different amount',
      (block) => ({ ...block, transfers: block.transfers.map((one) => ({ ...one, amount: 6n })) }),
    ],
    ['a different block', (block) => ({ ...block, hash: 'other' })],
    [
      'a spend that only one node reports',
      (block) => ({ ...block, spends: [{ txid: 'foreign', claims: ['hot:nonce:0'], pays: [] }] }),
    ],
    ['a different parent block', (block) => ({ ...block, parentHash: 'other' })],
  ])('%s is a fault', async (_, change) => {
    const { both, height, isOurs } = await witnessed(blockWith(change));
    for (const chain of both) await expect(chain.block(height, isOurs)).rejects.toThrow(NodeFault);
  });

  test('a transaction that one node could not read is reported as unread, without other effects', async () => {
    const { chain, both, height, isOurs, txid } = await witnessed(
      blockWith((block) => ({ ...block, transfers: [], unread: [block.transfers[0]?.txid ?? ''] })),
    );
    const honest = await chain.block(height, isOurs);
    for (const each of both) {
      expect(await each.block(height, isOurs)).toEqual({ ...honest, transfers: [], unread: [txid] });
    }
  });

  test('the slower node determines the head', async () => {
    const { chain, both, height, isOurs } = await witnessed((honest) => ({
      head: async () => ({ height: PAID_AT - 1, hash: (await honest.hashAt(PAID_AT - 1)) ?? '' }),
      block: async (at: number, ours: (address: string) => boolean) =>
        at < PAID_AT ? honest.block(at, ours) : undefined,
      hashAt: async (at: number) => (at < PAID_AT ? honest.hashAt(at) : undefined),
    }));
    for (const each of both) {
      expect(await each.head()).toEqual({ height: height - 1, hash: await chain.hashAt(height - 1) });
      expect(await each.block(height, isOurs)).toBeUndefined();
      expect(await each.hashAt(height)).toBeUndefined();
      expect(await each.block(height - 1, isOurs)).toBeDefined();
    }
  });

  test('a fork that only one node has is a fault', async () => {
    const { both, height } = await witnessed(() => ({ hashAt: async () => 'other' }));
    for (const chain of both) await expect(chain.hashAt(height)).rejects.toThrow(NodeFault);
  });

  test.each<[string, TransactionStatus | 'failed', TransactionStatus | 'fault']>([
    ['does not know it', { kind: 'unknown' }, { kind: 'waiting' }],
    ['has it in its pool', { kind: 'waiting' }, { kind: 'waiting' }],
    ['says that it failed', 'failed', 'fault'],
  ])('a payment is included when both nodes report it, not while one %s', async (_, said, expected) => {
    const { both, txid } = await witnessed((honest) => ({
      transaction: async (id: string) => {
        const status = await honest.transaction(id);
        if (said !== 'failed') return said;
        return status.kind === 'included' ? { ...status, succeeded: false } : status;
      },
    }));
    for (const chain of both) {
      if (expected === 'fault') await expect(chain.transaction(txid)).rejects.toThrow(NodeFault);
      else expect(await chain.transaction(txid)).toEqual(expected);
    }
  });

  test('a single node cannot refuse a payment or declare it void', async () => {
    const signed = { txid: '0x00', bytes: '00' };
    const rejects = () => Promise.reject(new Rejected('used up'));
    const cases: readonly [Partial<Chain>, Partial<Chain>, typeof Rejected | typeof NodeUnreachable | undefined][] = [
      [{ broadcast: rejects }, { broadcast: async () => {} }, undefined],
      [{ broadcast: down }, { broadcast: async () => {} }, undefined],
      [{ broadcast: rejects }, { broadcast: down }, NodeUnreachable],
      [{ broadcast: rejects }, { broadcast: rejects }, Rejected],
    ];
    const { chain } = await openSimulatedNetwork();
    for (const [one, other, error] of cases) {
      for (const [node, witness] of [[one, other] as const, [other, one] as const]) {
        const sending = new WitnessedChain(otherwise(chain, node), otherwise(chain, witness)).broadcast(signed);
        if (error === undefined) await sending;
        else await expect(sending).rejects.toThrow(error);
      }
    }
  });

  test('a node that does not respond makes all reads fail', async () => {
    const { both, height, isOurs, txid } = await witnessed(() => ({
      head: down,
      block: down,
      hashAt: down,
      transaction: down,
    }));
    for (const chain of both) {
      const calls = [chain.head(), chain.block(height, isOurs), chain.hashAt(height), chain.transaction(txid)];
      for (const call of calls) await expect(call).rejects.toThrow(NodeUnreachable);
    }
  });
});
