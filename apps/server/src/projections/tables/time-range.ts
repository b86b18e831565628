import { sql } from 'kysely';
import type { Condition } from './paged-rows.ts';

/** Times with fromMs ≤ time < toMs. */
export interface TimeRange {
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

type MarkColumn = 'position' | 'last_order';

/**
 * SQL conditions for the rows of a time range. The tables are indexed by position or order, not by time. The search is
 * therefore first narrowed to the rows between two of the hourly marks. Otherwise, it would scan all newer rows and, if
 * too few rows match, all older rows too.
 */
export function ofTimes(
  { fromMs, toMs }: TimeRange,
  time: Condition,
  indexed: Condition,
  markColumn: MarkColumn = 'position',
): Condition[] {
  const mark = sql.ref(markColumn);
  return [
    ...(fromMs === undefined
      ? []
      : [
          sql`${time} >= ${fromMs}`,
          sql`${indexed} > coalesce((select ${mark} from history_marks where time_ms < ${fromMs} and ${mark} is not null
            order by time_ms desc, position desc limit 1), 0)`,
        ]),
    ...(toMs === undefined
      ? []
      : [
          sql`${time} < ${toMs}`,
          sql`${indexed} <= coalesce((select ${mark} from history_marks where time_ms >= ${toMs} and ${mark} is not null
            order by time_ms, position limit 1), ${Number.MAX_SAFE_INTEGER})`,
        ]),
  ];
}
