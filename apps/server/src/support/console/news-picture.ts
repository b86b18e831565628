import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const consoleNewsPicture: Handler<typeof endpoints.consoleNewsPicture> = async ({ services, query, show }) => {
  const jpeg = await services.support.news.pictureOfAny(query.id);
  show('image/jpeg');
  return jpeg;
};
