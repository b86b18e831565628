import { type ChainPaid, evmAddresses } from '@vitrine/chains';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { CONFIRMATIONS, eth, OutgoingScene, type Outside, usdt } from '../testing/outgoing-scene.ts';
import type { Outgoing, WantedPayment } from './outgoing.ts';

let scene: OutgoingScene;
let read: number;
beforeEach(async () => {
  await scene?.close();
  scene = await OutgoingScene.open();
  read = scene.chain.tip.height;
});
afterAll(() => scene.close());

const elsewhere: ChainPaid = { coin: 'ETH', to: evmAddresses.parse(`0x${'e1'.repeat(20)}`) ?? '', amount: eth / 2n };

/** Pays with the hot wallet's key from outside the exchange, using the key's next nonce. */
const useKey = ({ coin, to, amount }: ChainPaid = elsewhere): string =>
  scene.chain.payWithKey(scene.chain.hotAddress, [{ coin, to, amount: String(amount) }]);

/** Reads unread blocks, as the follower does. */
async function readOn(outgoing: Outgoing): Promise<void> {
  const { chain, pool } = scene;
  await inTransaction(pool, async (client) => {
    for (; read < chain.tip.height; read++) {
      const block = await chain.block(
        read + 1,
        () => false,
        (address) => (address === chain.hotAddress ? { kind: 'hot' } : undefined),
      );
      if (block !== undefined) await outgoing.keepKeyUses(client, 'ERC20', block);
    }
  });
}

async function mine(outgoing: Outgoing, count = 1): Promise<void> {
  for (let block = 0; block < count; block++) {
    scene.chain.mine();
    await readOn(outgoing);
    scene.pass(400_000);
    await outgoing.step('ERC20');
  }
}

/** Replaces the last `depth` blocks with `depth + 1` empty ones, and rolls back as the follower does. */
async function fork(outgoing: Outgoing, depth: number): Promise<void> {
  scene.chain.forkBack(depth, () => false);
  await inTransaction(scene.pool, (client) => outgoing.takeBack(client, 'ERC20', scene.chain.tip.height + 1));
  read = scene.chain.tip.height;
  for (let block = 0; block <= depth; block++) scene.chain.mine();
  await readOn(outgoing);
}

/** Requests a payment and sends it, so that it is pending in the node's pool. */
async function sent(outgoing: Outgoing): Promise<WantedPayment> {
  const payment = scene.payment();
  await scene.want(outgoing, payment);
  await outgoing.step('ERC20');
  expect(scene.chain.waiting()).toHaveLength(1);
  return payment;
}

const stateOf = async (outgoing: Outgoing, { id }: WantedPayment) => (await outgoing.payment(id))?.state;
const alarmed = async (kind: string) => (await scene.alarms()).filter((alarm) => alarm.startsWith(kind));

test('a payment whose nonce our key has used externally fails only when that use is final; the next payment is made', async () => {
  const outgoing = scene.outgoing();
  const payment = await sent(outgoing);
  const foreign = useKey();
  await mine(outgoing, CONFIRMATIONS - 1);
  expect(await stateOf(outgoing, payment)).toBe('broadcast');
  expect(await outgoing.confirmFailure(payment.id)).toBe(false);
  expect(await scene.alarms()).toEqual([`key_used ${foreign}`]);
  await mine(outgoing);
  expect(await outgoing.payment(payment.id)).toMatchObject({ state: 'failed', displacedBy: foreign, fee: undefined });
  expect(await scene.alarms()).toEqual([`key_used ${foreign}`, `withdrawal_failed ${payment.id}`]);
  expect(await scene.claims()).toEqual([]);
  expect(await outgoing.confirmFailure(payment.id)).toBe(true);
  expect(await inTransaction(scene.pool, (client) => outgoing.giveUp(client, payment.id))).toBe(true);
  expect(await scene.alarms()).toEqual([`key_used ${foreign}`]);
  const next = scene.payment({ id: `${payment.id}:2`, to: payment.to });
  await scene.want(outgoing, next);
  expect(await scene.finish(outgoing, next.id)).toMatchObject({ state: 'confirmed' });
  expect(await scene.received(payment)).toBe(payment.amount);
});

test('an external use of our key that makes the same payment completes the payment, with that transaction’s fee', async () => {
  const outgoing = scene.outgoing();
  const payment = await sent(outgoing);
  const { coin, to, amount } = payment;
  const byHand = useKey({ coin, to, amount });
  const { fee } = scene.chain;
  await mine(outgoing, CONFIRMATIONS);
  expect(await outgoing.payment(payment.id)).toMatchObject({ state: 'confirmed', txid: byHand, fee });
  expect(await scene.received(payment)).toBe(payment.amount);
  expect(await scene.alarms()).toEqual([`key_used ${byHand}`]);
});

test('an external use of our key that moves nothing, or one unit more than the payment, makes the payment fail', async () => {
  const outgoing = scene.outgoing();
  const payment = await sent(outgoing);
  const { coin, to, amount } = payment;
  const byHand = useKey({ coin, to, amount });
  scene.chain.fail(byHand);
  await mine(outgoing, CONFIRMATIONS);
  expect(await outgoing.payment(payment.id)).toMatchObject({ state: 'failed', txid: byHand, displacedBy: undefined });
  expect(await outgoing.confirmFailure(payment.id)).toBe(true);
  const other = await sent(outgoing);
  const more = useKey({ coin: other.coin, to: other.to, amount: other.amount + 1n });
  await mine(outgoing, CONFIRMATIONS);
  expect(await outgoing.payment(other.id)).toMatchObject({ state: 'failed', displacedBy: more });
});

test('an external use of our key that a reorg removes early blocks nothing: the same bytes are sent again', async () => {
  const outgoing = scene.outgoing();
  const payment = await sent(outgoing);
  useKey();
  await mine(outgoing, CONFIRMATIONS - 1);
  await fork(outgoing, CONFIRMATIONS - 1);
  expect(await scene.finish(outgoing, payment.id)).toMatchObject({ state: 'confirmed', displacedBy: undefined });
  expect(await scene.received(payment)).toBe(payment.amount);
  const { rows } = await scene.pool.query('select version from outgoing_transactions where payment_id = $1', [
    payment.id,
  ]);
  expect(rows.length).toBeGreaterThan(0);
});

test('a payment displaced by a final use of our key is followed again after a reorg removes that use', async () => {
  const outgoing = scene.outgoing();
  const [seen, unseen] = [await sent(outgoing), scene.payment()];
  useKey();
  await mine(outgoing, CONFIRMATIONS);
  expect(await stateOf(outgoing, seen)).toBe('failed');
  await fork(outgoing, CONFIRMATIONS);
  expect(await outgoing.payment(seen.id)).toMatchObject({ state: 'broadcast', displacedBy: undefined, problem: '' });
  expect(await alarmed('deep')).toEqual([`deep_reorganisation ${seen.id}`]);
  expect(await scene.finish(outgoing, seen.id)).toMatchObject({ state: 'confirmed' });
  expect(await alarmed('deep')).toEqual([]);

  await readOn(outgoing);
  await scene.want(outgoing, unseen);
  await outgoing.step('ERC20');
  useKey();
  await mine(outgoing, CONFIRMATIONS);
  expect(await stateOf(outgoing, unseen)).toBe('failed');
  // The follower has not read the reorg yet, but `confirmFailure` queries the node.
  scene.chain.forkBack(CONFIRMATIONS, () => false);
  for (let block = 0; block <= CONFIRMATIONS; block++) scene.chain.mine();
  expect(await outgoing.confirmFailure(unseen.id)).toBe(false);
  expect(await stateOf(outgoing, unseen)).toBe('broadcast');
});

test('a payment’s own transactions, when included, are not treated as external uses of our key', async () => {
  const outgoing = scene.outgoing();
  const payment = await sent(outgoing);
  const [first] = scene.chain.waiting();
  scene.chain.fee *= 2n;
  scene.pass(700_000);
  scene.chain.mine(() => false);
  await outgoing.step('ERC20');
  const [second] = scene.chain.waiting();
  expect(second?.txid).not.toBe(first?.txid);
  await mine(outgoing, CONFIRMATIONS);
  expect(await outgoing.payment(payment.id)).toMatchObject({ state: 'confirmed', txid: second?.txid });
  const { rows } = await scene.pool.query('select * from key_uses');
  expect([rows, await scene.alarms()]).toEqual([[], []]);
});

/** A node that gives these responses regardless of the chain. */
const lying =
  (answers: (chain: Outside['chain']) => Partial<Outside['chain']>) =>
  (outside: Outside): Outside => ({
    ...outside,
    chain: new Proxy(outside.chain, {
      get: (chain, name) => {
        const member: unknown = Reflect.get(answers(chain), name) ?? Reflect.get(chain, name);
        return typeof member === 'function' ? member.bind(chain) : member;
      },
    }),
  });

test('a payment whose transaction the node denies does not fail, although its nonce is used', async () => {
  const outgoing = scene.outgoing();
  const payment = await sent(outgoing);
  const forgetful = scene.outgoing(lying(() => ({ transaction: async () => ({ kind: 'unknown' }) })));
  await mine(forgetful, 3 * CONFIRMATIONS);
  expect(await scene.received(payment)).toBe(payment.amount);
  expect(await stateOf(outgoing, payment)).toBe('broadcast');
  await mine(outgoing);
  expect(await stateOf(outgoing, payment)).toBe('confirmed');
});

test.for([
  [
    'reports a height that it does not have',
    (chain: Outside['chain']) => ({
      head: async () => ({ height: (await chain.head()).height + 100, hash: '0xclaimed' }),
    }),
  ],
  ['is behind', () => ({ head: async () => ({ height: 1, hash: '0xold' }) })],
  ['has a different block at that height', () => ({ hashAt: async () => '0xother' })],
  ['still has our transaction in its mempool', () => ({ transaction: async () => ({ kind: 'waiting' as const }) })],
] as const)('while the node %s, no payment is displaced', async ([, answers]) => {
  const outgoing = scene.outgoing(lying(answers));
  const honest = scene.outgoing();
  const payment = await sent(honest);
  const foreign = useKey();
  await mine(outgoing, 2 * CONFIRMATIONS);
  expect(await stateOf(outgoing, payment)).toBe('broadcast');
  await mine(honest);
  expect(await honest.payment(payment.id)).toMatchObject({ state: 'failed', displacedBy: foreign });
  expect(await outgoing.confirmFailure(payment.id)).toBe(false);
});

test('a transaction that makes one payment does not make another, although it used the claims of both', async () => {
  const outgoing = scene.outgoing();
  const [first, second] = [scene.payment(), scene.payment()];
  const twin = { ...second, to: first.to };
  await scene.want(outgoing, first);
  await scene.want(outgoing, twin);
  await outgoing.step('ERC20');
  const { coin, to, amount } = first;
  const both = useKey({ coin, to, amount });
  scene.chain.mine(({ txid }) => txid === both);
  await readOn(outgoing);
  await scene.pool.query(
    `insert into key_uses select network, 'hot:nonce:1', txid, pays, height, block_hash from key_uses where txid = $1`,
    [both],
  );
  for (let block = 0; block <= CONFIRMATIONS; block++) {
    scene.chain.mine(() => false);
    await readOn(outgoing);
    await outgoing.step('ERC20');
  }
  const ended = await Promise.all([first, twin].map(({ id }) => outgoing.payment(id)));
  expect(ended.map((one) => one?.state).sort()).toEqual(['broadcast', 'confirmed']);
});

test('an alarm about a key use that an operator has ended is not raised again by the same block', async () => {
  const outgoing = scene.outgoing();
  const foreign = useKey({ ...elsewhere, amount: usdt });
  await mine(outgoing);
  expect(await scene.alarms()).toEqual([`key_used ${foreign}`]);
  await scene.pool.query('update custody_alarms set ended_at = now()');
  read--;
  await readOn(outgoing);
  expect(await scene.alarms()).toEqual([]);
});
