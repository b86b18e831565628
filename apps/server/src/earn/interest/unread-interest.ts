import type { Pool } from 'pg';

export interface UnreadInterest {
  readonly units: number;
  readonly days: number;
}

/**
 * Interest by stake that was decided but is not in the histories at this position. It is not shown as earned yet, so
 * that the earned amount matches the client's statements.
 */
export async function unreadInterest(
  database: Pick<Pool, 'query'>,
  stakes: readonly number[],
  projected: number,
): Promise<Map<number, UnreadInterest>> {
  const { rows } = await database.query<{ stake_id: string; units: string; days: number }>(
    `select stake_id, sum(interest.units) as units, count(*)::int as days
     from earn_interest interest join earn_batches batch using (batch_id)
     where stake_id = any ($1::bigint[]) and (state = 'sent' or position > $2)
       and interest.cut >= (select min(cut) from earn_batches where state = 'sent' or position > $2)
     group by stake_id`,
    [stakes, projected],
  );
  return new Map(rows.map(({ stake_id, units, days }) => [Number(stake_id), { units: Number(units), days }]));
}
