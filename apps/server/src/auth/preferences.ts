import { type BodyOf, endpoints } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import { Ajv } from 'ajv';
import type { Pool, QueryResultRow } from 'pg';
import { ApiError } from '../kit/api-error.ts';
import { OneAtATime } from '../kit/one-at-a-time.ts';

/** The maximum of the contract. */
const MOST_FAVORITES = 200;

/** Changes by one client that are running or waiting. */
const MOST_CHANGES_AT_ONCE = 20;

export type ClientPreferences = BodyOf<typeof endpoints.setPreferences>;

/** Clients' display preferences. */
export class Preferences {
  readonly #pool: Pool;
  readonly #changes = new OneAtATime(MOST_CHANGES_AT_ONCE);

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async of(owner: OwnerId): Promise<ClientPreferences> {
    const { rows } = await this.#pool.query<{ chosen: object }>(
      'select chosen from client_preferences where owner = $1',
      [owner],
    );
    return known(rows[0]?.chosen);
  }

  /** Changes the given preferences. Errors: invalid_request for an unknown time zone, busy. */
  async change(owner: OwnerId, changes: ClientPreferences): Promise<ClientPreferences> {
    if (changes.time_zone && !isTimeZone(changes.time_zone)) {
      throw new ApiError('invalid_request', { reason: 'time_zone_unknown' });
    }
    const { rows } = await this.#write<{ chosen: object }>(
      owner,
      `insert into client_preferences (owner, chosen) values ($1, $2)
       on conflict (owner) do update set chosen = client_preferences.chosen || excluded.chosen, updated_at = now()
       returning chosen`,
      [JSON.stringify(changes)],
    );
    return known(rows[0]?.chosen);
  }

  /** Stars a coin as the latest one, or removes its star. Beyond MOST_FAVORITES, the oldest star is removed. Errors: busy. */
  async star(owner: OwnerId, coin: string, isStarred: boolean): Promise<void> {
    const others = `array(select star from jsonb_array_elements_text(coalesce(kept.chosen -> 'favorite_coins', '[]'))
                          with ordinality as one (star, place) where star <> $2 order by place)`;
    const stars = isStarred ? `(${others} || $2::text)` : others;
    await this.#write(
      owner,
      `insert into client_preferences as kept (owner, chosen)
       values ($1, jsonb_build_object('favorite_coins', case when $3 then jsonb_build_array($2::text) else '[]' end))
       on conflict (owner) do update set updated_at = now(), chosen = kept.chosen
         || jsonb_build_object('favorite_coins', to_jsonb((${stars})[greatest(1, cardinality(${stars}) - ${MOST_FAVORITES - 1}):]))`,
      [coin, isStarred],
    );
  }

  /** Executes a statement whose first parameter is the client. */
  #write<Row extends QueryResultRow>(owner: OwnerId, text: string, values: readonly unknown[]) {
    return this.#changes.run(String(owner), () => this.#pool.query<Row>(text, [owner, ...values]));
  }
}

const ajv = new Ajv({ validateSchema: false });
const rules = new Map(
  Object.entries(endpoints.setPreferences.body.properties).map(([name, schema]) => [name, ajv.compile(schema)]),
);

/** Returns only the values that the contract allows, since rows may contain choices that are no longer offered. */
function known(chosen: object = {}): ClientPreferences {
  const valid = Object.entries(chosen).filter(
    ([name, value]) =>
      rules.get(name)?.(value) === true && (name !== 'time_zone' || String(value) === '' || isTimeZone(String(value))),
  );
  return Object.fromEntries(valid);
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
