import type { BodyOf, endpoints } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import type { Pool, QueryResultRow } from 'pg';
import { ApiError } from '../kit/api-error.ts';
import { OneAtATime } from '../kit/one-at-a-time.ts';

/** Maximum number of starred coins; the API contract sets the same maximum. */
const MOST_FAVORITES = 200;

/** Maximum number of changes by one client that may be running or waiting at once. */
const MOST_CHANGES_AT_ONCE = 20;

export type ClientPreferences = BodyOf<typeof endpoints.setPreferences>;
type DrawingPoint = NonNullable<ClientPreferences['charts']>[number]['drawings'][number]['points'][number];

/** Clients' display preferences. */
export class Preferences {
  readonly #pool: Pool;
  readonly #changes = new OneAtATime(MOST_CHANGES_AT_ONCE);

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** A client's preferences as JSON text. They were checked before they were stored, so they are not parsed again. */
  async of(owner: OwnerId): Promise<string> {
    const { rows } = await this.#pool.query<{ chosen: string }>(
      'select chosen::text as chosen from client_preferences where owner = $1',
      [owner],
    );
    return rows[0]?.chosen ?? '{}';
  }

  /** The coins that a client has marked with a star, in the order in which they were marked. */
  async starsOf(owner: OwnerId): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<{ stars: readonly string[] | null }>(
      `select chosen -> 'favorite_coins' as stars from client_preferences where owner = $1`,
      [owner],
    );
    return rows[0]?.stars ?? [];
  }

  /**
   * Changes the given preferences, and returns all of them as JSON text. Errors: invalid_request for an unknown time
   * zone, busy.
   */
  async change(owner: OwnerId, changes: ClientPreferences): Promise<string> {
    if (changes.time_zone && !isTimeZone(changes.time_zone)) {
      throw new ApiError('invalid_request', { reason: 'time_zone_unknown' });
    }
    const { rows } = await this.#write<{ chosen: string }>(
      owner,
      `insert into client_preferences (owner, chosen) values ($1, $2)
       on conflict (owner) do update set chosen = client_preferences.chosen || excluded.chosen, updated_at = now()
       returning chosen::text as chosen`,
      [JSON.stringify(withoutTinyPrices(changes))],
    );
    return rows[0]?.chosen ?? '{}';
  }

  /**
   * Stars a coin, or removes its star. A newly starred coin moves to the end of the list. Beyond the maximum, the
   * oldest star is removed. Errors: busy.
   */
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

  /**
   * Executes a client's statements one at a time. The first parameter of a statement is the client's owner number.
   * Errors: busy.
   */
  #write<Row extends QueryResultRow>(owner: OwnerId, text: string, values: readonly unknown[]) {
    return this.#changes.run(String(owner), () => this.#pool.query<Row>(text, [owner, ...values]));
  }
}

/**
 * Prices in chart drawings that are closer to 0 than this are stored as 0. No market's prices have that many decimals.
 */
const LEAST_PRICE = 1e-18;

/**
 * Sets tiny prices to 0. Postgres writes numbers without exponents, so 5e-324, which takes six characters in a request,
 * would take 326 in each response.
 */
function withoutTinyPrices({ charts, ...others }: ClientPreferences): ClientPreferences {
  if (charts === undefined) return others;
  const shown = ({ value, ...point }: DrawingPoint): DrawingPoint =>
    value === undefined ? point : { ...point, value: Math.abs(value) < LEAST_PRICE ? 0 : value };
  const drawn = charts.map(({ drawings, ...chart }) => ({
    ...chart,
    drawings: drawings.map((drawing) => ({ ...drawing, points: drawing.points.map(shown) })),
  }));
  return { ...others, charts: drawn };
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
