import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { isVerified } from './list-news.ts';

/** So long a picture that has been withdrawn may still be seen. */
const KEPT_SECONDS = 86_400;

export const getNewsPicture: Handler<typeof endpoints.newsPicture> = async ({ services, session, query, show }) => {
  const { jpeg, audience } = await services.support.news.picture(isVerified(services, session), query.id);
  show('image/jpeg', { for: audience === 'all' ? 'everyone' : 'reader', seconds: KEPT_SECONDS });
  return jpeg;
};
