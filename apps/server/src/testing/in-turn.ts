import { setTimeout as sleep } from 'node:timers/promises';
import { KeyedMutex } from '../kit/keyed-mutex.ts';
import { withConnection } from '../kit/postgres/connect.ts';
import type { TestExchange } from './test-exchange.ts';

/**
 * Makes calls that all wait for the same lock: each call begins when the previous call is waiting, so the calls
 * continue in this order. A separate connection takes the lock with the statement `lock`, and executes `last` before
 * releasing it.
 */
export const inTurn = <Answers extends readonly unknown[]>(
  { databaseUrl }: TestExchange,
  lock: string,
  calls: { readonly [Key in keyof Answers]: () => Promise<Answers[Key]> },
  last?: string,
): Promise<Answers> =>
  withConnection(databaseUrl, 'test', async (holder) => {
    const waiting = async (): Promise<number> => {
      const { rows } = await holder.query<{ n: number }>(
        `select count(*)::int as n from pg_locks where not granted
         and pid in (select pid from pg_stat_activity where datname = current_database())`,
      );
      // This includes calls that are waiting for another call of the same client before they reach the database.
      return (rows[0]?.n ?? 0) + KeyedMutex.waiting;
    };
    await holder.query('begin');
    await holder.query(lock);
    const answers: Promise<unknown>[] = [];
    for (const call of calls) {
      let isOver = false;
      answers.push(
        call().finally(() => {
          isOver = true;
        }),
      );
      while (!isOver && (await waiting()) < answers.length) await sleep(5);
      if (!isOver) continue;
      const answer = JSON.stringify(await answers.at(-1));
      throw new Error(`call ${answers.length} returned without waiting for the lock: ${answer.slice(0, 500)}`);
    }
    if (last !== undefined) await holder.query(last);
    await holder.query('commit');
    return (await Promise.all(answers)) as unknown as Answers;
  });
