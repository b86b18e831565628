import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { TestExchange } from '../../testing/test-exchange.ts';

let times = 0;

/** Gives a client points, as a claimed task does. */
export async function givePoints({ services }: TestExchange, owner: number, points: number): Promise<void> {
  await inTransaction(services.rewardPool, async (client) => {
    const promised = await services.reservations.cover(client, owner, points);
    times += 1;
    await services.points.add(client, { owner, kind: 'task', source: `test ${times}`, points, rule: 'checkin' });
    await services.points.setPromised(client, owner, promised);
  });
}

/** Marks a client as verified, as if an operator had approved all steps. */
export async function verify(exchange: TestExchange, owner: number): Promise<void> {
  await exchange.query('update client set verified_at = now() where owner = $1', [owner]);
  await exchange.services.kyc.refresh();
}
