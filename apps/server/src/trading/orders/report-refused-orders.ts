import type { MarketId } from '@vitrine/core';
import type { Pool } from 'pg';
import type { Instruments } from '../../kit/instruments.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { Notices } from '../../notifications/notices.ts';

interface RefusedOrder {
  readonly owner: string;
  readonly market: MarketId;
}

interface Parts {
  readonly pool: Pool;
  readonly notices: Pick<Notices, 'add'>;
  readonly instruments: Instruments;
}

/**
 * Notifies clients whose orders were refused or ended unfilled after their trigger was reached. Per client and market,
 * one notification covers all such orders that ended since the last run. No order is reported twice: the transaction
 * that adds the notifications also advances the position up to which orders have been reported.
 */
export const reportRefusedOrders = ({ pool, notices, instruments }: Parts): Promise<void> =>
  inTransaction(pool, async (client) => {
    const { rows: positions } = await client.query<{ after: string; to: string }>(
      `select r.position as after, p.position as to from reported_orders r, projector_position p
       where r.position < p.position for update of r`,
    );
    for (const { after, to } of positions) {
      const { rows } = await client.query<RefusedOrder>(
        `select owner_id as owner, market_id as market from ended_orders
         where position > $1 and position <= $2
           and (refusal is not null or (traits >> 5 & 3 > 0 and traits >> 8 & 255 = 3))
           and exists (select from client where client.owner = ended_orders.owner_id)
         group by owner_id, market_id
         order by min(position), min(order_id)`,
        [after, to],
      );
      for (const { owner, market } of rows)
        await notices.add(Number(owner), 'order_refused', { coin: instruments.byMarket(market).base.code }, client);
      await client.query('update reported_orders set position = $1', [to]);
    }
  });
