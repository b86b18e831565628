import type { Handler } from '../services.ts';

const CACHED_SECONDS = 86_400;

export const coinIcon: Handler<'coinIcon'> = async ({ services, query, show }) => {
  const jpeg = await services.coinIcons.read(query.id);
  show('image/jpeg', { for: 'everyone', seconds: CACHED_SECONDS });
  return jpeg;
};
