import { systemOwners } from '@vitrine/core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestClient, TestExchange, type TestStaff } from '../../testing/test-exchange.ts';
import { outside, withdraw } from '../../testing/withdraw.ts';
import { differenceOn, mine, simulatedChain } from '../testing/books.ts';

const CONFIRMATIONS = 20;
let exchange: TestExchange;
let officer: TestStaff;
beforeAll(async () => {
  exchange = await TestExchange.open();
  officer = await exchange.staff('treasury');
});
afterAll(() => exchange.close());
/**
 * Backdates earlier failures by two days, because a recipient is refused for a day after a payment to it has failed.
 */
beforeEach(async () => {
  await mine(exchange, 'TRC20', CONFIRMATIONS);
  await exchange.query(`update outgoing_payments set ended_at = ended_at - interval '2 days' where state = 'failed'`);
});

const path = (name: string) => `/api/v3/console/${name}`;
const newest = async (client: TestClient) => (await client.get('/api/v3/withdraw-history')).body.withdraw[0];
const received = () => simulatedChain(exchange, 'TRC20').balance('USDT', outside.TRC20);
const treasuryOf = (coin: string) => {
  const { core, instruments } = exchange.services;
  return core.balance(systemOwners.treasury, 'spot', instruments.assetByCode(coin)?.asset ?? 0).availableUnits;
};
const waiting = async (id: number) => {
  const { withdrawals } = (await officer.get(path('withdrawals?which=waiting'))).body;
  return withdrawals.find((one: { readonly id: number }) => one.id === id);
};
const payAgain = (withdrawal_id: number, payment_attempt = 1, who = officer) =>
  who.post(path('withdrawals/pay-again'), { withdrawal_id, payment_attempt, reason: 'ran out of energy' });
const giveBack = (withdrawal_id: number, payment_attempt = 1, who = officer) =>
  who.post(path('withdrawals/give-back'), {
    withdrawal_id,
    payment_attempt,
    reason: 'the receiver takes no tokens',
    note: 'Your wallet refuses this token.',
  });

/** Waits until the withdrawal is sent by a transaction that `before` does not contain; returns the transaction's id. */
async function sent(client: TestClient, before: readonly string[] = []): Promise<string> {
  const chain = simulatedChain(exchange, 'TRC20');
  const isSent = async () => {
    const { txid } = await newest(client);
    return txid !== '' && !before.includes(txid) && (await chain.transaction(txid)).kind === 'waiting';
  };
  await expect.poll(isSent).toBe(true);
  return (await newest(client)).txid;
}

/** Creates a withdrawal of 100 USDT whose payment was included in a block without moving anything. */
async function failed() {
  const client = await exchange.client({ USDT: '400' });
  const { withdrawal_id: id } = (await withdraw(exchange, client, { withdraw_amount: '100' })).body;
  const txid = await sent(client);
  simulatedChain(exchange, 'TRC20').fail(txid);
  await mine(exchange, 'TRC20', 1);
  return { client, id, txid };
}

async function failedForGood() {
  const one = await failed();
  await mine(exchange, 'TRC20', CONFIRMATIONS);
  await expect.poll(async () => (await waiting(one.id))?.has_failed).toBe(true);
  return one;
}

const decisions = (id: number) =>
  exchange.query('select decision, attempt from failed_payment_decisions where withdrawal_id = $1 order by attempt', [
    id,
  ]);

describe('a withdrawal whose payment moved nothing', () => {
  test('is paid by a new payment, and arrives once; the network keeps both fees', async () => {
    const [before, paid] = [await received(), treasuryOf('TRX')];
    const { client, id, txid } = await failedForGood();
    expect(await waiting(id)).toMatchObject({ payment_attempt: 1, may_resolve: true, txid, stage: 'sending' });
    expect((await payAgain(id)).body.withdrawal).toMatchObject({ payment_attempt: 2, has_failed: false });
    const second = await sent(client, [txid]);
    await mine(exchange, 'TRC20', CONFIRMATIONS);
    await expect.poll(async () => (await newest(client)).state).toBe('PROCEED');
    expect((await received()) - before).toBe(99_000_000n);
    expect(await client.available('USDT')).toBe('300.000000');
    await mine(exchange, 'TRC20', 1);
    const fee = Number(simulatedChain(exchange, 'TRC20').fee);
    expect(paid - treasuryOf('TRX')).toBe(2 * fee);
    for (const coin of ['USDT', 'TRX']) expect(await differenceOn(exchange, 'TRC20', coin), coin).toBe(0n);
    const { withdrawals } = (await officer.get(path('withdrawals?which=over'))).body;
    expect(withdrawals.find((one: { id: number }) => one.id === id)).toMatchObject({
      txid: second,
      failures: [{ decision: 'pay_again', txid, by: officer.email, reason: 'ran out of energy' }],
    });
    expect((await officer.get(path('treasury'))).body.alarms).toEqual([]);
  });

  test('is refunded: the amount is available again, and the client sees the reason', async () => {
    const before = await received();
    const { client, id, txid } = await failedForGood();
    expect(await client.available('USDT')).toBe('300.000000');
    expect((await giveBack(id)).body.withdrawal).toMatchObject({ stage: 'refused', refused_by: officer.email });
    expect(await client.available('USDT')).toBe('400.000000');
    expect(await newest(client)).toMatchObject({
      state: 'REFUSED',
      refusal_reason: 'network_failed',
      refusal_note: 'Your wallet refuses this token.',
    });
    const [mail] = (await exchange.visitor.get(`/sandbox/messages?to=${client.email}`)).body;
    expect(mail.text).toContain('The network could not carry out the payment');
    expect(mail.text).toContain('Your wallet refuses this token.');
    await mine(exchange, 'TRC20', CONFIRMATIONS + 5);
    expect(await received()).toBe(before);
    for (const coin of ['USDT', 'TRX']) expect(await differenceOn(exchange, 'TRC20', coin), coin).toBe(0n);
    const trail = await exchange.query(
      `select details::jsonb->>'reason' as reason, details::jsonb->'before'->>'txid' as txid from audit_trail
       where action = 'consoleGiveBack' and phase = 'done'`,
    );
    expect(trail).toEqual([{ reason: 'the receiver takes no tokens', txid }]);
  });

  test('is refunded and its client notified, both or neither, even if the server is killed in between', async () => {
    const { client, id } = await failedForGood();
    await exchange.query(`create function no_notice() returns trigger language plpgsql as
      $$ begin raise exception 'killed'; end $$`);
    await exchange.query('create trigger killed before insert on notice for each row execute function no_notice()');
    expect((await giveBack(id)).status).toBe(500);
    await exchange.query('drop trigger killed on notice');
    expect(await decisions(id)).toEqual([]);
    expect(await client.available('USDT')).toBe('300.000000');
    expect((await giveBack(id)).status).toBe(200);
    const told = `select parameters->>'reason' as reason from notice where owner = $1 and kind = 'withdrawal_refused'`;
    expect(await exchange.query(told, [client.owner])).toEqual([{ reason: 'network_failed' }]);
    expect(await client.available('USDT')).toBe('400.000000');
  });

  test('is refunded if an external transaction signed with our key displaced it, and the decision names that transaction', async () => {
    const chain = simulatedChain(exchange, 'TRC20');
    const client = await exchange.client({ USDT: '400' });
    const { withdrawal_id: id } = (await withdraw(exchange, client, { withdraw_amount: '100' })).body;
    const txid = await sent(client);
    // The external transaction moves 5 USDT to a stranger, and 5 USDT back to the hot wallet, as change would be. The 5
    // USDT that come back must not be mistaken for a deposit.
    const [gone, back] = [outside.TRC20, chain.hotAddress].map((to) => ({ coin: 'USDT', to, amount: '5000000' }));
    if (gone === undefined || back === undefined) throw new Error('one of the two outputs is undefined');
    const foreign = chain.payWithKey(chain.hotAddress, [gone, back]);
    await mine(exchange, 'TRC20', CONFIRMATIONS - 1);
    expect((await giveBack(id)).body.code).toBe('payment_not_failed');
    expect((await officer.get(path('treasury'))).body.alarms).toMatchObject([
      { kind: 'key_used', subject: foreign, code: 'key_used', parameters: { height: expect.stringMatching(/^\d+$/) } },
    ]);
    await mine(exchange, 'TRC20', 2);
    await expect.poll(async () => (await waiting(id))?.displaced_by).toBe(foreign);
    expect(await waiting(id)).toMatchObject({ has_failed: true, may_resolve: true, txid });
    expect((await giveBack(id)).body.withdrawal).toMatchObject({
      stage: 'refused',
      failures: [{ decision: 'give_back', txid, displaced_by: foreign }],
    });
    expect(await client.available('USDT')).toBe('400.000000');
    expect(await differenceOn(exchange, 'TRC20', 'USDT')).toBe(-5_000_000n);
    expect(await differenceOn(exchange, 'TRC20', 'TRX')).toBe(-chain.fee);
    const acknowledge = () =>
      officer.post(path('treasury/alarms/acknowledge'), {
        network: 'TRC20',
        kind: 'key_used',
        txid: foreign,
        reason: 'our own test of the key',
      });
    expect((await acknowledge()).status).toBe(200);
    expect((await acknowledge()).body.code).toBe('alarm_over');
    // Put the missing amount back, so that reconciliation succeeds in later tests.
    chain.pay([{ coin: 'USDT', to: chain.hotAddress, amount: '5000000' }], { from: chain.hotAddress });
    await mine(exchange, 'TRC20', CONFIRMATIONS);
    expect(await differenceOn(exchange, 'TRC20', 'USDT')).toBe(0n);
  });

  test('may fail again, and each failure can be decided on only once', async () => {
    const { client, id, txid } = await failedForGood();
    await payAgain(id);
    simulatedChain(exchange, 'TRC20').fail(await sent(client, [txid]));
    await mine(exchange, 'TRC20', CONFIRMATIONS + 1);
    await expect.poll(async () => (await waiting(id))?.payment_attempt).toBe(2);
    // A decision on the first failure does not apply to the second.
    expect((await payAgain(id, 1)).body.code).toBe('payment_not_failed');
    expect((await giveBack(id, 1)).body.code).toBe('payment_not_failed');
    expect((await giveBack(id, 2)).status).toBe(200);
    expect(await decisions(id)).toEqual([
      { attempt: 1, decision: 'pay_again' },
      { attempt: 2, decision: 'give_back' },
    ]);
    expect(await client.available('USDT')).toBe('400.000000');
  });
});

describe('no decision is possible', () => {
  test('while the failed transaction lacks confirmations', async () => {
    const { id } = await failed();
    for (const act of [payAgain, giveBack]) expect((await act(id)).body.code).toBe('payment_not_failed');
  });

  test('when the failed transaction is no longer on the chain: the payment is followed again, and may arrive', async () => {
    const before = await received();
    const { client, id, txid } = await failedForGood();
    const chain = simulatedChain(exchange, 'TRC20');
    chain.forkBack(CONFIRMATIONS + 1, () => false);
    for (let block = 0; block < CONFIRMATIONS + 2; block++) chain.mine();
    expect((await payAgain(id)).body.code).toBe('payment_not_final');
    expect((await giveBack(id)).body.code).toBe('payment_not_failed');
    const kindAfterBlock = async () => {
      await mine(exchange, 'TRC20', 1);
      return (await chain.transaction(txid)).kind;
    };
    await expect.poll(kindAfterBlock).toBe('included');
    await mine(exchange, 'TRC20', CONFIRMATIONS);
    await expect.poll(async () => (await newest(client)).state).toBe('PROCEED');
    expect((await received()) - before).toBe(99_000_000n);
    expect(await decisions(id)).toEqual([]);
  });

  test('by operators about their own withdrawals', async () => {
    const { client, id } = await failedForGood();
    await exchange.query('update staff_member set email = $1 where id = $2', [client.email, officer.id]);
    const codes = [(await payAgain(id)).body.code, (await giveBack(id)).body.code];
    await exchange.query('update staff_member set email = $1 where id = $2', [officer.email, officer.id]);
    expect(codes).toEqual(['own_account', 'own_account']);
  });

  test('to pay an address that was blocked meanwhile', async () => {
    const { id } = await failedForGood();
    const block = { network: 'TRC20', address: outside.TRC20, reason: 'Reported by three clients' };
    const { blocked } = (await officer.post(path('blocked-addresses/add'), block)).body;
    expect((await payAgain(id)).body.code).toBe('recipient_flagged');
    await officer.post(path('blocked-addresses/remove'), { blocked_id: blocked.id, reason: 'It was another one' });
    expect((await giveBack(id)).status).toBe(200);
  });
});

test('of 64 concurrent decisions of both kinds by two people, only one takes effect, and repeating any of them changes nothing', async () => {
  const before = await received();
  const { client, id } = await failedForGood();
  const second = await exchange.staff('compliance');
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, index) =>
      (index % 2 === 0 ? payAgain : giveBack)(id, 1, index % 4 < 2 ? officer : second),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const others = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
  expect(new Set(others)).toEqual(new Set(['payment_not_failed']));
  const [{ decision } = {}, ...more] = await decisions(id);
  expect(more).toEqual([]);
  await expect
    .poll(async () => {
      await mine(exchange, 'TRC20', 1);
      return (await newest(client)).state;
    })
    .toBe(decision === 'pay_again' ? 'PROCEED' : 'REFUSED');
  for (const act of [payAgain, giveBack]) expect((await act(id)).body.code).toBe('payment_not_failed');
  const left = Number(await client.available('USDT'));
  const arrived = Number((await received()) - before);
  expect([left, arrived]).toEqual(decision === 'pay_again' ? [300, 99_000_000] : [400, 0]);
});
