import type { TaskRule } from '@vitrine/contract';
import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import type { TaskList } from './periods.ts';

export interface TaskTerms {
  readonly list: TaskList;
  readonly rule: TaskRule;
  /** Days, or whole USDT; 0 for rules without an amount. */
  readonly threshold: number;
  readonly points: number;
  /** The operators' own text; empty to use the rule's default text. */
  readonly name: string;
  readonly description: string;
  readonly isOn: boolean;
  readonly place: number;
}

export interface RewardTask extends TaskTerms {
  readonly id: number;
  readonly version: number;
}

interface Row {
  readonly task_id: number;
  readonly version: number;
  readonly list: TaskList;
  readonly rule: TaskRule;
  readonly threshold: string;
  readonly points: number;
  readonly name: string;
  readonly description: string;
  readonly is_on: boolean;
  readonly place: number;
}

const NEWEST = 'select distinct on (task_id) * from reward_tasks order by task_id, version desc';

/** The reward tasks that operators have set up, in their newest versions. */
export class RewardTasks {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async all(): Promise<RewardTask[]> {
    const { rows } = await this.#pool.query<Row>(`select * from (${NEWEST}) task order by place, task_id`);
    return rows.map(fromRow);
  }

  /** The tasks currently offered in these lists. */
  async offered(...lists: readonly TaskList[]): Promise<RewardTask[]> {
    return (await this.all()).filter(({ isOn, list }) => isOn && lists.includes(list));
  }

  async one(id: number): Promise<RewardTask | undefined> {
    const { rows } = await this.#pool.query<Row>(
      'select * from reward_tasks where task_id = $1 order by version desc limit 1',
      [id],
    );
    return rows[0] && fromRow(rows[0]);
  }

  /** The number of claims, by task. */
  async claims(): Promise<ReadonlyMap<number, number>> {
    const { rows } = await this.#pool.query<{ task_id: number; claims: number }>(
      'select task_id, count(*)::int as claims from task_claims group by task_id',
    );
    return new Map(rows.map(({ task_id, claims }) => [task_id, claims]));
  }

  /**
   * Adds a task, or the version after `version` of a task. The newest version is read under a lock, so of two
   * concurrent changes to the same version one is refused. Errors: task_changed.
   */
  async set(
    database: PoolClient,
    terms: TaskTerms,
    { task, version }: { readonly task: number | undefined; readonly version: number },
    approval: number,
  ): Promise<void> {
    await database.query('select pg_advisory_xact_lock($1)', [TASKS_LOCK]);
    const { rows } = await database.query<{ newest: number; last: number }>(
      `select coalesce(max(version) filter (where task_id = $1), 0) as newest, coalesce(max(task_id), 0) as last
       from reward_tasks`,
      [task ?? null],
    );
    const { newest = 0, last = 0 } = rows[0] ?? {};
    if (newest !== version) throw new ApiError('task_changed');
    await database.query(
      `insert into reward_tasks (task_id, version, list, rule, threshold, points, name, description, is_on, place, approval_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [task ?? last + 1, newest + 1, ...valuesOf(terms), approval],
    );
  }

  /** Adds the sandbox's tasks, unless tasks exist. */
  async bring(tasks: readonly TaskTerms[]): Promise<void> {
    const { rows } = await this.#pool.query('select from reward_tasks limit 1');
    if (rows.length > 0) return;
    for (const [index, terms] of tasks.entries())
      await this.#pool.query(
        `insert into reward_tasks (task_id, version, list, rule, threshold, points, name, description, is_on, place)
         values ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
        [index + 1, ...valuesOf(terms)],
      );
  }
}

/** Advisory lock key that serializes the allocation of task numbers: the ASCII codes of 'task'. */
const TASKS_LOCK = 0x7461736b;

const valuesOf = ({ list, rule, threshold, points, name, description, isOn, place }: TaskTerms) => [
  list,
  rule,
  threshold,
  points,
  name,
  description,
  isOn,
  place,
];

const fromRow = (row: Row): RewardTask => ({
  id: row.task_id,
  version: row.version,
  list: row.list,
  rule: row.rule,
  threshold: Number(row.threshold),
  points: row.points,
  name: row.name,
  description: row.description,
  isOn: row.is_on,
  place: row.place,
});
