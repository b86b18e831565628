import pg from 'pg';
import type { ApiClient } from './api-client.ts';
import { type SentOrder, sendOrder } from './order-load.ts';

/** The faults that an audit found; empty if none. */
export type Faults = string[];

/**
 * Resends every order that was acknowledged or got no response. An acknowledged request must return the same order as
 * before, a request without a response gets its outcome now, and no two requests may return the same order.
 */
export async function auditAcknowledged(sent: readonly SentOrder[], atOnce = 64): Promise<Faults> {
  const faults: Faults = [];
  const queue = sent.filter(({ outcome }) => outcome.kind !== 'refused');
  const worker = async () => {
    for (let order = queue.pop(); order !== undefined; order = queue.pop()) {
      const before = order.outcome;
      await sendOrder(order);
      const after: SentOrder['outcome'] = order.outcome;
      if (before.kind !== 'acknowledged') continue;
      if (after.kind !== 'acknowledged')
        faults.push(
          `request ${order.key} was acknowledged as order ${before.orderId}, but repeating it returned ${JSON.stringify(after)}`,
        );
      else if (after.orderId !== before.orderId)
        faults.push(
          `request ${order.key} was acknowledged as order ${before.orderId}, but repeating it returned order ${after.orderId}`,
        );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const ids = sent.flatMap(({ outcome }) => (outcome.kind === 'acknowledged' ? [outcome.orderId] : []));
  if (new Set(ids).size !== ids.length) faults.push('two requests returned the same order');
  return faults;
}

/**
 * Cancels all open orders. Then nothing may be on hold, the accounts of each coin must sum to zero, and the histories
 * must match the balances.
 */
export async function auditBalances(clients: readonly ApiClient[], databaseUrl: string): Promise<Faults> {
  const faults: Faults = [];
  for (const client of clients) {
    await client.post('/api/v3/orders/cancel-all', {});
    const { body } = await client.get('/api/v3/trades/funds');
    for (const { coin, freeze_balance } of body.funds as { coin: { name: string }; freeze_balance: string }[])
      if (Number(freeze_balance) !== 0)
        faults.push(
          `${freeze_balance} ${coin.name} of ${client.email} are on hold, although all orders were cancelled`,
        );
  }
  const { body } = await (clients[0] as ApiClient).get('/api/v3/ledger-sums');
  for (const { coin, sum } of body.assets as { coin: string; sum: string }[])
    if (Number(sum) !== 0) faults.push(`all accounts of ${coin} sum to ${sum} instead of zero`);
  await projected(clients[0] as ApiClient, Number(body.position));
  for (const client of clients) faults.push(...(await auditHistories(client, databaseUrl)));
  return faults;
}

/**
 * Compares the histories with the core's balances. The histories are derived only from events, so their sums must equal
 * the balances.
 */
async function auditHistories(client: ApiClient, databaseUrl: string): Promise<Faults> {
  const { body } = await client.get('/api/v3/wallets/spot');
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const { rows } = await database.query<{ code: string; scale: number; units: string }>(
      `select assets.code, assets.scale, sum(ledger_lines.amount_units)::text as units
       from ledger_lines join assets using (asset_id)
       join client on client.owner = ledger_lines.owner_id join person on person.id = client.person_id
       where person.email = $1 group by assets.code, assets.scale`,
      [client.email],
    );
    const lines = new Map(rows.map(({ code, scale, units }) => [code, Number(units) / 10 ** scale]));
    return (body.wallet as { name: string; coin_value: string }[]).flatMap(({ name, coin_value }) => {
      const sum = lines.get(name) ?? 0;
      return Math.abs(sum - Number(coin_value)) < 1e-9
        ? []
        : [`${client.email} has ${coin_value} ${name}, but the statement adds up to ${sum}`];
    });
  } finally {
    await database.end();
  }
}

/** Waits until the histories reflect this position. */
async function projected(client: ApiClient, position: number): Promise<void> {
  for (;;) {
    const { body } = await client.get('/api/v3/system');
    if (Number(body.projected_position) >= position) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
