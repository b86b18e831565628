import type pg from 'pg';
import { type ChoiceBody, readChoice } from './index-choice.ts';
import { INDEX_SOURCES, LIST_PERPETUAL } from './listing-approvals.ts';
import type { Services } from './services.ts';

interface Waiting {
  readonly after?: ChoiceBody;
  readonly form?: { readonly index_sources?: ChoiceBody };
}

/**
 * Follows the index sources that pending requests choose, so that their prices are known when a second person decides,
 * even if prices rarely change.
 */
export async function followWaiting(
  pool: pg.Pool,
  { indexFeed, indexSources }: Pick<Services, 'indexFeed' | 'indexSources'>,
): Promise<void> {
  const { rows } = await pool.query<{ parameters: Waiting }>(
    `select parameters from approval where state = 'waiting' and expires_at > now() and kind = any($1) order by id`,
    [[LIST_PERPETUAL, INDEX_SOURCES]],
  );
  for (const { parameters } of rows) {
    const body = parameters.form?.index_sources ?? parameters.after;
    const choice = body && choiceIfOffered(indexFeed, body);
    if (choice !== undefined) indexSources.propose(choice);
  }
}

/** The choice; undefined if the settings no longer name these sources. Approving the request would then fail. */
function choiceIfOffered(indexFeed: Services['indexFeed'], body: ChoiceBody) {
  try {
    return readChoice({ indexFeed }, body, body[0]?.symbol.split('-')[1] ?? '');
  } catch {
    return undefined;
  }
}
