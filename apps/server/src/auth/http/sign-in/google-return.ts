import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../../kit/api-error.ts';
import type { Handler } from '../../services.ts';
import { WAY_COOKIE } from './google-redirect.ts';

const PAGE = '/auth/callback';

/** Always leads to a page: a browser has nothing to do with an error in JSON. */
export const googleReturn: Handler<typeof endpoints.googleReturn> = async ({ services, query, cookie, redirect }) => {
  const { state = '', code, iss, error } = query;
  const lead = (fields: Record<string, string>) => {
    // In the fragment: it reaches the page and no server, log or referrer.
    redirect(`${PAGE}#${new URLSearchParams(fields)}`);
    return {};
  };
  if (code === undefined) return lead({ error: error === 'access_denied' ? 'denied' : 'google_failed' });
  try {
    const back = await services.access.google.arrive(state, code, cookie(WAY_COOKIE), iss);
    const { username, ticket, isConnecting } = back;
    return lead({ username, ticket, ...(isConnecting ? { connect: 'google' } : {}) });
  } catch (fault) {
    if (fault instanceof ApiError) return lead({ error: fault.code });
    throw fault;
  }
};
