import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';

/** The language that a client has chosen; undefined if none. */
export async function languageOf(owner: OwnerId, database: Pick<Pool, 'query'>): Promise<string | undefined> {
  const { rows } = await database.query<{ language: string | null }>(
    `select chosen ->> 'language' as language from client_preferences where owner = $1`,
    [owner],
  );
  return rows[0]?.language ?? undefined;
}
