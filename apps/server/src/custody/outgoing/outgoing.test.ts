import { readFileSync, writeFileSync } from 'node:fs';
import {
  accountPath,
  ChainError,
  evmAddresses,
  NodeUnreachable,
  Rejected,
  type SignedTransaction,
  SignerUnreachable,
  type SignRefusal,
  SimulatedSigner,
} from '@vitrine/chains';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { Faults } from '../testing/faults.ts';
import { CONFIRMATIONS, eth, OutgoingScene, type Outside, usdt } from '../testing/outgoing-scene.ts';
import type { WantedPayment } from './table.ts';

let scene: OutgoingScene;
beforeAll(async () => {
  scene = await OutgoingScene.open();
});
afterAll(() => scene.close());

/**
 * Backdates expiring transactions, so that they are not among the most recent ones. The exchange sends the most recent
 * signatures to the scene's signer, which must find them in its journal; it did not sign the expiring transactions.
 */
afterEach(() => scene.pool.query(`update outgoing_transactions set built_at = 'epoch' where claims = '{}'`));

const DAY_MS = 24 * 3_600_000;

/** A chain with some of its methods replaced. */
const withChain =
  (change: (chain: Outside['chain']) => Partial<Outside['chain']>) =>
  (outside: Outside): Outside => ({
    ...outside,
    chain: new Proxy(outside.chain, {
      get: (chain, name) => {
        const member = Reflect.get(change(chain), name) ?? Reflect.get(chain, name);
        return typeof member === 'function' ? member.bind(chain) : member;
      },
    }),
  });

/**
 * A chain whose transactions expire after five minutes. While `isLost`, the node accepts transactions and forgets them.
 */
function expiring(beforeSigning: (bytes: string) => SignRefusal | undefined = () => undefined) {
  const state = { isLost: true, denies: false, claimsTo: 0, sent: [] as SignedTransaction[] };
  const signer = new SimulatedSigner('ERC20', evmAddresses, 'ETH');
  const change = withChain((chain) => ({
    build: async (payment) => {
      const { claims: _, ...unsigned } = await chain.build(payment, { taken: [], maxFee: scene.maxFee });
      return { ...unsigned, claims: [], expiresAtMs: scene.nowMs + 300_000 };
    },
    replacement: async () => undefined,
    transaction: async (txid) => (state.denies ? { kind: 'unknown' } : chain.transaction(txid)),
    head: async () => (state.claimsTo > 0 ? { height: state.claimsTo, hash: '0xclaimed' } : chain.head()),
    broadcast: async (signed) => {
      state.sent.push(signed);
      if (!state.isLost) await chain.broadcast(signed);
    },
  }));
  const outgoing = scene.outgoing((outside) => ({
    ...change(outside),
    signer: {
      sign: async ({ unsigned }) => {
        const refusal = beforeSigning(unsigned.bytes);
        return refusal ?? signer.sign({ ...unsigned, maxFee: BigInt(unsigned.maxFee) }, scene.keys);
      },
    },
  }));
  const txids = () => [...new Set(state.sent.map(({ txid }) => txid))];
  return { state, outgoing, txids };
}

/** The fee, the last field of a simulated network's transaction; the key and the signature precede the fields. */
function readFee({ bytes }: SignedTransaction): bigint {
  const order: unknown = JSON.parse(Buffer.from(bytes, 'hex').subarray(97).toString());
  return BigInt(Array.isArray(order) ? order.at(-1) : 0);
}

describe('a payment', () => {
  test('is built, signed, broadcast, included and confirmed', async () => {
    const outgoing = scene.outgoing();
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    await outgoing.step('ERC20');
    const [sent] = scene.chain.waiting();
    expect(await outgoing.payment(payment.id)).toMatchObject({
      state: 'broadcast',
      txid: sent?.txid,
      confirmations: 0,
    });
    for (let block = 1; block <= CONFIRMATIONS; block++) {
      scene.chain.mine();
      await outgoing.step('ERC20');
      const state = block < CONFIRMATIONS ? 'included' : 'confirmed';
      expect(await outgoing.payment(payment.id)).toMatchObject({ state, confirmations: block });
    }
    expect(await outgoing.payment(payment.id)).toMatchObject({
      state: 'confirmed',
      txid: sent?.txid,
      confirmations: CONFIRMATIONS,
      fee: scene.chain.fee,
    });
    expect(await scene.received(payment)).toBe(payment.amount);
    expect(await scene.claims()).toEqual([]);
  });

  test('requested twice is created once, and no other payment can have its id', async () => {
    const outgoing = scene.outgoing();
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    await scene.want(outgoing, payment);
    await expect(scene.want(outgoing, { ...payment, amount: 11n * usdt })).rejects.toThrow(
      'is already used by a different payment',
    );
    await scene.finish(outgoing, payment.id);
    await scene.want(outgoing, payment);
    await outgoing.step('ERC20');
    scene.chain.mine();
    expect(await scene.received(payment)).toBe(payment.amount);
  });

  test('can be cancelled until a transaction is built, not after', async () => {
    const outgoing = scene.outgoing();
    const payment = scene.payment();
    const takeBack = () => inTransaction(scene.pool, (client) => outgoing.unwant(client, payment.id));
    await scene.want(outgoing, payment);
    expect(await takeBack()).toBe(true);
    expect(await outgoing.payment(payment.id)).toBeUndefined();
    await scene.want(outgoing, payment);
    await outgoing.step('ERC20');
    expect(await takeBack()).toBe(false);
    await scene.finish(outgoing, payment.id);
  });

  test('made concurrently with many others has its own claims', async () => {
    const outgoing = scene.outgoing();
    const payments = Array.from({ length: 20 }, () => scene.payment());
    await Promise.all(payments.map((payment) => scene.want(outgoing, payment)));
    await Promise.all([outgoing.step('ERC20'), outgoing.step('ERC20'), outgoing.step('ERC20')]);
    expect(scene.chain.waiting()).toHaveLength(20);
    scene.chain.mine();
    for (const payment of payments) expect(await scene.received(payment)).toBe(payment.amount);
    for (const payment of payments) await scene.finish(outgoing, payment.id);
  });

  test('is known as our own transaction before the network has it', async () => {
    let wasOwn: boolean | undefined;
    const outgoing = scene.outgoing(
      withChain((chain) => ({
        broadcast: async (signed) => {
          wasOwn = await inTransaction(scene.pool, (client) => outgoing.isOwn(client, 'ERC20', signed.txid));
          return chain.broadcast(signed);
        },
      })),
    );
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    await scene.finish(outgoing, payment.id);
    expect(wasOwn).toBe(true);
  });
});

describe('failures outside the exchange', () => {
  test('a broadcast without a response is repeated with the same bytes', async () => {
    const sent: string[] = [];
    const outgoing = scene.outgoing(
      withChain((chain) => ({
        broadcast: async (signed) => {
          sent.push(signed.bytes);
          if (sent.length > 1) await chain.broadcast(signed);
          throw new NodeUnreachable('gone');
        },
      })),
    );
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    await expect(outgoing.step('ERC20')).rejects.toThrow('gone');
    expect(await outgoing.payment(payment.id)).toMatchObject({ state: 'signed', problem: 'gone' });
    await outgoing.step('ERC20');
    expect(sent).toHaveLength(1);
    scene.pass(5_000);
    await expect(outgoing.step('ERC20')).rejects.toThrow('gone');
    expect(new Set(sent).size).toBe(1);
    scene.chain.mine();
    expect(await scene.finish(outgoing, payment.id)).toMatchObject({ state: 'confirmed' });
    expect(await scene.received(payment)).toBe(payment.amount);
  });

  test('while the signer is unreachable, nothing is paid and an alarm is raised; payments continue afterwards', async () => {
    const outgoing = scene.outgoing();
    await scene.signer.kill();
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    await outgoing.step('ERC20');
    expect(await scene.alarms()).toEqual(['signer signer']);
    expect(await outgoing.payment(payment.id)).toMatchObject({
      state: 'wanted',
      problem: expect.stringContaining('the signer at'),
    });
    await scene.signer.start();
    await scene.finish(outgoing, payment.id);
    expect(await scene.alarms()).toEqual([]);
    expect(await scene.received(payment)).toBe(payment.amount);
  });

  test('while the signer has an older journal, nothing is paid, even after a server restart, and an alarm is raised', async () => {
    const outgoing = scene.outgoing();
    const [before, last, later] = [scene.payment(), scene.payment(), scene.payment()];
    const pay = async (payment: WantedPayment) => {
      await scene.want(outgoing, payment);
      await scene.finish(outgoing, payment.id);
    };
    await pay(before);
    const backup = readFileSync(scene.signer.journalPath);
    await pay(last);
    const newest = readFileSync(scene.signer.journalPath);
    const restore = async (journal: Uint8Array) => {
      await scene.signer.kill();
      writeFileSync(scene.signer.journalPath, journal);
      await scene.signer.start();
    };
    await restore(backup);
    await scene.want(outgoing, later);
    for (const server of [outgoing, scene.outgoing()]) {
      await scene.pool.query('delete from custody_alarms');
      scene.pass(400_000);
      await server.step('ERC20');
      expect(await scene.alarms()).toEqual(['signer journal']);
      expect(await outgoing.payment(later.id)).toMatchObject({
        state: 'wanted',
        problem: `the signer rejected the payment: journal_behind, the journal is an older copy: it lacks a transaction that was signed for payment ${last.id}; restore the newest copy`,
      });
    }
    await restore(newest);
    await scene.finish(outgoing, later.id);
    expect(await scene.alarms()).toEqual([]);
    expect(await scene.received(later)).toBe(later.amount);
  });

  test('the signer is asked again for bytes that it may have signed, even if other requests come in between', async () => {
    let isLost = true;
    const outgoing = scene.outgoing((outside) => ({
      ...outside,
      signer: {
        sign: async (request) => {
          const answer = await outside.signer.sign(request);
          if (isLost) throw new SignerUnreachable('lost');
          return answer;
        },
      },
    }));
    const [first, second] = [scene.payment(), scene.payment()];
    await scene.want(outgoing, first);
    await outgoing.step('ERC20');
    isLost = false;
    await scene.want(outgoing, second);
    await outgoing.step('ERC20');
    await scene.finish(outgoing, first.id);
    await scene.finish(outgoing, second.id);
    expect([await scene.received(first), await scene.received(second)]).toEqual([first.amount, second.amount]);
  });

  test('a payment that the signer refuses is delayed and blocks no others', async () => {
    const outgoing = scene.outgoing();
    const large = scene.payment({ amount: 10_001n * usdt });
    const small = scene.payment();
    await scene.want(outgoing, large);
    await scene.want(outgoing, small);
    await scene.finish(outgoing, small.id);
    expect(await outgoing.payment(large.id)).toMatchObject({
      state: 'wanted',
      problem: expect.stringContaining('payment_limit'),
    });
    expect(await scene.claims()).toEqual([]);
    expect(await inTransaction(scene.pool, (client) => outgoing.unwant(client, large.id))).toBe(true);
  });

  test('a payment that exceeds the hot wallet’s funds is delayed with an alarm, and made when the funds suffice', async () => {
    const outgoing = scene.outgoing();
    const large = scene.payment({ coin: 'ETH', amount: 999n * eth });
    await scene.want(outgoing, scene.payment({ id: 'withdrawal:drain', coin: 'ETH', amount: 2n * eth }));
    await scene.want(outgoing, large);
    await scene.finish(outgoing, 'withdrawal:drain');
    for (let round = 0; round < 6; round++) {
      scene.pass(300_000);
      await outgoing.step('ERC20');
    }
    expect(await scene.alarms()).toEqual([`withdrawal_failed ${large.id}`]);
    scene.chain.pay([{ coin: 'ETH', to: scene.chain.hotAddress, amount: String(1_000n * eth) }]);
    scene.chain.mine();
    await scene.finish(outgoing, large.id);
    expect(await scene.alarms()).toEqual([]);
  });

  test('a postponed payment is retried in time even if the clock has been set back since', async () => {
    const outgoing = scene.outgoing();
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    scene.chain.fee = scene.maxFee + 1n;
    scene.pass(DAY_MS);
    await outgoing.step('ERC20');
    scene.chain.fee = 1_000n;
    scene.pass(-DAY_MS);
    await outgoing.step('ERC20');
    expect(await outgoing.payment(payment.id)).toMatchObject({ state: 'broadcast' });
  });

  test('a payment that fails on the chain moves nothing and is left to operators once its block is final', async () => {
    const outgoing = scene.outgoing();
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    await outgoing.step('ERC20');
    scene.chain.fail((await outgoing.payment(payment.id))?.txid ?? '');
    scene.chain.mine();
    await outgoing.step('ERC20');
    expect(await outgoing.payment(payment.id)).toMatchObject({ state: 'included' });
    expect(await scene.finish(outgoing, payment.id)).toMatchObject({ state: 'failed', fee: scene.chain.fee });
    expect(await scene.alarms()).toContain(`withdrawal_failed ${payment.id}`);
    expect(await scene.received(payment)).toBe(0n);
    await scene.pool.query('update custody_alarms set ended_at = now()');
  });

  test('bytes that the network rejects are broadcast again, and never replaced by others', async () => {
    const offered = new Set<string>();
    const outgoing = scene.outgoing(
      withChain(() => ({
        broadcast: async ({ bytes }) => {
          offered.add(bytes);
          throw new Rejected('nonce too low');
        },
      })),
    );
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    for (let round = 0; round < 8; round++) {
      scene.pass(300_000);
      scene.chain.mine();
      await outgoing.step('ERC20');
    }
    expect(offered.size).toBe(1);
    expect(await scene.alarms()).toEqual([`withdrawal_failed ${payment.id}`]);
    await scene.finish(scene.outgoing(), payment.id);
  });
});

describe('replacement', () => {
  test('a transaction pending for too long is replaced at a higher fee, and one of the two is included', async () => {
    const outgoing = scene.outgoing();
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    await outgoing.step('ERC20');
    const before = (await outgoing.payment(payment.id))?.txid;
    scene.chain.fee += 500n;
    scene.pass(599_000);
    scene.chain.mine(() => false);
    await outgoing.step('ERC20');
    expect((await outgoing.payment(payment.id))?.txid).toBe(before);
    scene.pass(1_000);
    scene.chain.mine(() => false);
    await outgoing.step('ERC20');
    expect(scene.chain.waiting().map(({ fee }) => fee)).toEqual([String(scene.chain.fee)]);
    expect(await scene.finish(outgoing, payment.id)).toMatchObject({ state: 'confirmed', fee: scene.chain.fee });
    expect(await scene.received(payment)).toBe(payment.amount);
  });

  test('if the network includes the earlier transaction instead, it completes the payment', async () => {
    const isHeld = { broadcast: false };
    const outgoing = scene.outgoing(
      withChain((chain) => ({
        broadcast: async (signed) => {
          if (isHeld.broadcast) throw new Rejected('held back');
          return chain.broadcast(signed);
        },
      })),
    );
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    await outgoing.step('ERC20');
    const former = (await outgoing.payment(payment.id))?.txid;
    isHeld.broadcast = true;
    scene.chain.fee += 500n;
    scene.pass(700_000);
    scene.chain.mine(() => false);
    await outgoing.step('ERC20');
    scene.chain.mine();
    expect(await scene.finish(outgoing, payment.id)).toMatchObject({ state: 'confirmed', txid: former });
    expect(await scene.received(payment)).toBe(payment.amount);
  });

  test('if the newest transaction is rejected, the earlier one is followed without an alarm, and rebroadcast if nodes drop it', async () => {
    let former: string | undefined;
    const outgoing = scene.outgoing(
      withChain((chain) => ({
        broadcast: async (signed) => {
          former ??= signed.txid;
          if (signed.txid !== former) throw new Rejected('replacement transaction underpriced');
          await chain.broadcast(signed);
        },
      })),
    );
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    await outgoing.step('ERC20');
    for (let round = 0; round < 10; round++) {
      scene.chain.fee += 500n;
      scene.pass(700_000);
      scene.chain.mine(() => false);
      await outgoing.step('ERC20');
      expect(scene.chain.waiting().map(({ txid }) => txid)).toEqual([former]);
    }
    expect(await outgoing.payment(payment.id)).toMatchObject({ state: 'broadcast', problem: '', attempts: 0 });
    expect(await scene.alarms()).toEqual([]);
    scene.chain.mine();
    scene.chain.forkBack(1, () => false);
    scene.chain.mine();
    await outgoing.step('ERC20');
    expect(scene.chain.waiting().map(({ txid }) => txid)).toEqual([former]);
    expect(await scene.finish(outgoing, payment.id)).toMatchObject({ state: 'confirmed', txid: former });
    expect(await scene.received(payment)).toBe(payment.amount);
    scene.chain.fee = 1_000n;
  });

  test('while the signer is unreachable, a payment continues with the transactions signed before', async () => {
    const isDown = { signer: false };
    const outgoing = scene.outgoing((outside) => ({
      ...outside,
      signer: {
        sign: async (request) => {
          if (isDown.signer) throw new SignerUnreachable('down');
          return outside.signer.sign(request);
        },
      },
    }));
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    await outgoing.step('ERC20');
    const former = (await outgoing.payment(payment.id))?.txid;
    isDown.signer = true;
    scene.chain.fee += 500n;
    scene.pass(700_000);
    scene.chain.mine(() => false);
    await outgoing.step('ERC20');
    expect(await scene.alarms()).toEqual(['signer signer']);
    scene.chain.mine();
    scene.chain.forkBack(1, () => false);
    scene.chain.mine();
    scene.pass(400_000);
    await outgoing.step('ERC20');
    expect(scene.chain.waiting().map(({ txid }) => txid)).toEqual([former]);
    isDown.signer = false;
    await scene.finish(outgoing, payment.id);
    expect(await scene.received(payment)).toBe(payment.amount);
    await scene.pool.query('update custody_alarms set ended_at = now()');
    scene.chain.fee = 1_000n;
  });

  test('a transaction that nodes have dropped and no longer accept at its fee gets a higher fee', async () => {
    let least = 0n;
    const outgoing = scene.outgoing(
      withChain((chain) => ({
        broadcast: async (signed) => {
          if (readFee(signed) < least) throw new ChainError('the fee is too low');
          await chain.broadcast(signed);
        },
      })),
    );
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    await outgoing.step('ERC20');
    scene.chain.mine();
    scene.chain.forkBack(1, () => false);
    scene.chain.fee += 500n;
    least = scene.chain.fee;
    scene.chain.mine();
    await outgoing.step('ERC20');
    expect(await outgoing.payment(payment.id)).toMatchObject({ state: 'broadcast', problem: 'the fee is too low' });
    expect(await scene.finish(outgoing, payment.id)).toMatchObject({ state: 'confirmed', fee: least });
    expect(await scene.received(payment)).toBe(payment.amount);
  });

  test('no transaction’s fee exceeds the maximum', async () => {
    const outgoing = scene.outgoing();
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    await outgoing.step('ERC20');
    const fee = scene.chain.fee;
    scene.chain.fee = scene.maxFee + 1n;
    scene.pass(700_000);
    scene.chain.mine(() => false);
    await outgoing.step('ERC20');
    expect(await outgoing.payment(payment.id)).toMatchObject({
      state: 'broadcast',
      problem: expect.stringContaining('requires a fee'),
    });
    scene.chain.fee = fee;
    await scene.finish(outgoing, payment.id);
  });
});

describe('on a network without nonces or inputs, where transactions expire, such as TRON', () => {
  test('a new transaction is built only after a final block is past the expiry of the previous transaction', async () => {
    const { state, outgoing, txids } = expiring();
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    await outgoing.step('ERC20');
    scene.chain.fee += 1n;
    scene.pass(299_999);
    scene.chain.mine();
    await outgoing.step('ERC20');
    scene.pass(2);
    for (let block = 1; block < CONFIRMATIONS; block++) {
      scene.chain.mine();
      await outgoing.step('ERC20');
    }
    expect(txids()).toHaveLength(1);
    expect(state.sent.length).toBeGreaterThan(1);
    state.isLost = false;
    scene.chain.mine();
    await outgoing.step('ERC20');
    expect(txids()).toHaveLength(2);
    expect(await scene.finish(outgoing, payment.id)).toMatchObject({ state: 'confirmed', txid: txids()[1] });
    expect(await scene.received(payment)).toBe(payment.amount);
  });

  test('a payment included at the last moment before its expiry is not made again', async () => {
    const { state, outgoing, txids } = expiring();
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    await outgoing.step('ERC20');
    scene.chain.fee += 1n;
    scene.pass(299_000);
    const [sent] = state.sent;
    if (sent !== undefined) await scene.chain.broadcast(sent);
    scene.chain.mine();
    scene.pass(1_000_000);
    for (let block = 0; block < CONFIRMATIONS; block++) scene.chain.mine();
    expect(await scene.finish(outgoing, payment.id)).toMatchObject({ state: 'confirmed', txid: sent?.txid });
    expect(txids()).toHaveLength(1);
    expect(await scene.received(payment)).toBe(payment.amount);
  });

  test('a payment that a node denies although it has its block is not made again', async () => {
    const { state, outgoing, txids } = expiring();
    state.isLost = false;
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    await outgoing.step('ERC20');
    scene.chain.mine();
    await outgoing.step('ERC20');
    state.denies = true;
    scene.chain.fee += 1n;
    scene.pass(1_000_000);
    for (let block = 1; block <= CONFIRMATIONS; block++) scene.chain.mine();
    await outgoing.step('ERC20');
    expect(await outgoing.payment(payment.id)).toMatchObject({
      problem: expect.stringContaining('but reports no transaction of'),
    });
    state.denies = false;
    expect(await scene.finish(outgoing, payment.id)).toMatchObject({ state: 'confirmed' });
    expect(txids()).toHaveLength(1);
  });

  test('a head that the node falsely reports does not make any transaction expire', async () => {
    const { state, outgoing, txids } = expiring();
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    await outgoing.step('ERC20');
    scene.chain.fee += 1n;
    scene.pass(300_001);
    const { height } = scene.chain.mine();
    state.claimsTo = height + CONFIRMATIONS - 1;
    await outgoing.step('ERC20');
    state.claimsTo = 0;
    expect(txids()).toHaveLength(1);
    state.isLost = false;
    await scene.finish(outgoing, payment.id);
    expect(await scene.received(payment)).toBe(payment.amount);
  });

  test('a transaction that the signer has not returned is requested again until it has expired, then rebuilt', async () => {
    const asked = new Set<string>();
    let isAway = true;
    const { state, outgoing, txids } = expiring((bytes) => {
      asked.add(bytes);
      if (isAway) throw new SignerUnreachable('away');
      return undefined;
    });
    state.isLost = false;
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    for (let round = 0; round < 3; round++) {
      await outgoing.step('ERC20');
      scene.pass(20_000);
    }
    expect(asked.size).toBe(1);
    scene.chain.fee += 1n;
    scene.pass(400_000);
    for (let block = 0; block < CONFIRMATIONS; block++) scene.chain.mine();
    isAway = false;
    await scene.finish(outgoing, payment.id);
    expect(asked.size).toBe(2);
    expect(txids()).toHaveLength(1);
    expect(await scene.received(payment)).toBe(payment.amount);
  });
});

describe('when a transaction has expired and a new one would be built', () => {
  const expire = () => {
    scene.pass(400_000);
    for (let block = 0; block < CONFIRMATIONS; block++) scene.chain.mine();
  };

  test('a signer that stopped after it signed, so that its response was lost, is asked for the same bytes again', async () => {
    const asked = new Set<string>();
    let mood: 'well' | 'loses answers' | 'stopped' = 'well';
    const { state, outgoing } = expiring((bytes) => {
      asked.add(bytes);
      if (mood === 'loses answers') throw new SignerUnreachable('the response is lost');
      return mood === 'stopped' ? { code: 'stopped', message: 'stopped', wasSigned: true } : undefined;
    });
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    await outgoing.step('ERC20');
    expire();
    for (mood of ['loses answers', 'stopped', 'stopped'] as const) {
      // Change the fee, so that a transaction built from now on has different bytes.
      scene.chain.fee += 1n;
      scene.pass(20_000);
      scene.chain.mine();
      await outgoing.step('ERC20');
    }
    mood = 'well';
    state.isLost = false;
    await scene.finish(outgoing, payment.id);
    expect(asked.size).toBe(2);
    expect(await scene.received(payment)).toBe(payment.amount);
  });

  test('a sweep that its address can no longer pay for is ended, and its claims are released', async () => {
    const { outgoing } = expiring();
    const source = { kind: 'deposit', index: 77 } as const;
    const from = scene.chain.addresses.derive(
      await scene.keys.accountXpub(accountPath('evm', 'deposit')),
      source.index,
    );
    const amount = usdt;
    scene.chain.pay([{ coin: 'ETH', to: from, amount: String(amount + scene.chain.fee) }]);
    scene.chain.mine();
    const sweep = scene.payment({ purpose: 'sweep', source, coin: 'ETH', to: scene.chain.hotAddress, amount });
    await scene.want(outgoing, sweep);
    await outgoing.step('ERC20');
    expect(await outgoing.payment(sweep.id)).toMatchObject({ state: 'broadcast' });
    scene.chain.fee += 1n;
    await outgoing.step('ERC20');
    expect(await outgoing.payment(sweep.id)).toMatchObject({ state: 'broadcast' });
    expire();
    await outgoing.step('ERC20');
    expect(await outgoing.payment(sweep.id)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('cannot pay'),
    });
    const claims = await scene.pool.query('select from outgoing_claims where payment_id = $1', [sweep.id]);
    expect(claims.rowCount).toBe(0);
  });
});

describe('a reorg', () => {
  test('a payment whose block is replaced is broadcast again, and arrives once', async () => {
    const outgoing = scene.outgoing();
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    await outgoing.step('ERC20');
    scene.chain.mine();
    await outgoing.step('ERC20');
    expect(await outgoing.payment(payment.id)).toMatchObject({ state: 'included', confirmations: 1 });
    scene.chain.forkBack(1, () => false);
    scene.chain.mine();
    scene.chain.mine();
    await outgoing.step('ERC20');
    expect(await outgoing.payment(payment.id)).toMatchObject({ state: 'broadcast', confirmations: 0, fee: undefined });
    expect(scene.chain.waiting()).toHaveLength(1);
    await scene.finish(outgoing, payment.id);
    expect(await scene.received(payment)).toBe(payment.amount);
  });

  test('a completed payment that a deep reorg removes is sent again and arrives once, with an alarm', async () => {
    const outgoing = scene.outgoing();
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    const { txid, block } = await scene.finish(outgoing, payment.id);
    const depth = scene.chain.tip.height - (block?.height ?? 0) + 1;
    scene.chain.forkBack(depth, () => false);
    for (let mined = 0; mined <= depth; mined++) scene.chain.mine();
    await inTransaction(scene.pool, (client) => outgoing.takeBack(client, 'ERC20', block?.height ?? 0));
    expect(await scene.alarms()).toContain(`deep_reorganisation ${payment.id}`);
    expect(await scene.received(payment)).toBe(0n);
    expect(await scene.finish(outgoing, payment.id)).toMatchObject({ state: 'confirmed', txid });
    expect(await scene.alarms()).not.toContain(`deep_reorganisation ${payment.id}`);
    expect(await scene.received(payment)).toBe(payment.amount);
  });

  test('a completed payment whose transactions expire is not repeated after a reorg, which a lying node may have invented', async () => {
    const { state, outgoing } = expiring();
    state.isLost = false;
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    const { block } = await scene.finish(outgoing, payment.id);
    await inTransaction(scene.pool, (client) => outgoing.takeBack(client, 'ERC20', block?.height ?? 0));
    expect(await outgoing.payment(payment.id)).toMatchObject({ state: 'confirmed' });
  });

  test('a payment that failed in a replaced block may succeed in the next', async () => {
    const outgoing = scene.outgoing();
    const payment = scene.payment();
    await scene.want(outgoing, payment);
    await outgoing.step('ERC20');
    scene.chain.fail((await outgoing.payment(payment.id))?.txid ?? '');
    scene.chain.mine();
    scene.chain.mine();
    await outgoing.step('ERC20');
    scene.chain.forkBack(2, () => false);
    scene.chain.mine();
    expect(await scene.finish(outgoing, payment.id)).toMatchObject({ state: 'confirmed' });
    expect(await scene.received(payment)).toBe(payment.amount);
  });
});

describe('if the server is killed', () => {
  /**
   * Runs a payment whose first transaction is replaced by a second one; a reorg then removes the block that contains
   * the second one. Failed steps are retried, as in a server's loop.
   */
  async function live(faults: Faults): Promise<{ id: string; received: bigint; amount: bigint }> {
    const payment = scene.payment();
    const outgoing = scene.outgoing((outside) => faults.between(outside));
    const step = () => outgoing.step('ERC20').catch(() => undefined);
    await scene.want(scene.outgoing(), payment);
    await step();
    scene.chain.fee += 100n;
    scene.pass(700_000);
    scene.chain.mine(() => false);
    await step();
    scene.chain.mine();
    await step();
    scene.chain.forkBack(1, () => false);
    scene.chain.mine();
    await step();
    for (let block = 0; block < CONFIRMATIONS; block++) {
      scene.chain.mine();
      await step();
    }
    return { id: payment.id, received: await scene.received(payment), amount: payment.amount };
  }

  test('between any two steps, a payment continues from its stored state, and one of its transactions is included', async () => {
    scene.chain.fee = 1_000n;
    const whole = new Faults();
    const { id } = await live(whole);
    expect(await scene.outgoing().payment(id)).toMatchObject({ state: 'confirmed' });
    expect(whole.passed).toBeGreaterThan(50);
    for (let point = 0; point < whole.passed; point++) {
      scene.chain.fee = 1_000n;
      const faults = new Faults(point);
      const killed = await live(faults);
      expect(faults.isDead).toBe(true);
      const payment = scene.payment({ id: killed.id });
      await scene.finish(scene.outgoing(), killed.id);
      const { rows } = await scene.pool.query('select to_address from outgoing_payments where id = $1', [killed.id]);
      expect([point, await scene.received({ ...payment, to: rows[0].to_address })]).toEqual([point, killed.amount]);
    }
    expect(await scene.claims()).toEqual([]);
    expect(scene.chain.waiting()).toEqual([]);
  });
});
