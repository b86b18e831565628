import { call } from '../../../lib/api.ts';
import { keepChallenge } from '../../../lib/outside-account.ts';
import type { Client } from '../../../lib/session.ts';
import { readFirstFactor, showsFrozen } from '../../../lib/sign-in.ts';

/** The outcome of returning from the sign-in provider. */
export type Arrival =
  | { readonly kind: 'signedIn'; readonly client: Client }
  | { readonly kind: 'secondFactor' | 'connected' | 'unknown' | 'connectFirst' | 'denied' | 'frozen' }
  | { readonly kind: 'failed'; readonly message?: string };

/** Reads the URL fragment written by the server's callback, and redeems its ticket. Throws ApiError. */
export async function arrive(fragment: string): Promise<Arrival> {
  const fields = new URLSearchParams(fragment.slice(1));
  const [username, ticket, error] = [fields.get('username'), fields.get('ticket'), fields.get('error')];
  if (error === 'denied') return { kind: 'denied' };
  if (error !== null || username === null || ticket === null) return { kind: 'failed' };
  if (fields.has('connect')) {
    await call('POST /api/v3/connections/google', { body: { username, ticket } });
    return { kind: 'connected' };
  }
  try {
    const answer = readFirstFactor(await call('POST /api/v3/google-login', { body: { username, ticket } }));
    if (answer.kind === 'secondFactor') keepChallenge(answer.challenge);
    return answer.kind === 'secondFactor' ? { kind: 'secondFactor' } : answer;
  } catch (failure) {
    if (showsFrozen(failure)) return { kind: 'frozen' };
    throw failure;
  }
}
