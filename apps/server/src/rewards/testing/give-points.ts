import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { TestExchange } from '../../testing/test-exchange.ts';
import { demandToken, worthOf } from '../token.ts';

let times = 0;

/** Gives a client points, for which the fund promises the token, as for a claimed task. */
export async function givePoints({ services }: TestExchange, owner: number, points: number): Promise<void> {
  const token = demandToken(services.instruments);
  await inTransaction(services.rewardPool, async (client) => {
    if (!(await services.rewardFund.promise(client, token.asset, worthOf(points, token))))
      throw new Error('the fund is empty');
    times += 1;
    await services.points.add(client, { owner, kind: 'task', source: `test ${times}`, points, rule: 'checkin' });
  });
}

/** Marks a client as verified, as if an operator had approved all steps. */
export async function verify(exchange: TestExchange, owner: number): Promise<void> {
  await exchange.query('update client set verified_at = now() where owner = $1', [owner]);
  await exchange.services.kyc.refresh();
}
