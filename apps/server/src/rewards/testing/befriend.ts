import type { TestExchange } from '../../testing/test-exchange.ts';

/** Links two clients as if the younger one had signed up with the older one's code. */
export async function befriend(exchange: TestExchange, inviter: number, friend: number): Promise<void> {
  await exchange.query(
    'insert into referrals (friend, inviter, programme, joined_ms) values ($1, $2, (select max(version) from referral_programmes), $3)',
    [friend, inviter, exchange.services.clock()],
  );
}

/** Places a hold on the referral of a new friend of this inviter, and returns its id. */
export async function newHold(exchange: TestExchange, inviter: number): Promise<number> {
  const friend = await exchange.client();
  await befriend(exchange, inviter, friend.owner);
  const now = exchange.services.clock();
  const [row] = await exchange.query(
    `insert into referral_holds (friend, reason, weight, held_ms, ends_ms) values ($1, 'same_device', 80, $2, $3)
     returning hold_id::int`,
    [friend.owner, now, now + 86_400_000],
  );
  return Number(row?.hold_id);
}
