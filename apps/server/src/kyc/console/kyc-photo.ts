import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const kycPhoto: Handler<typeof endpoints.kycPhoto> = async ({ services, session, query }) => {
  const jpeg = await services.kycReviews.photo(query.uid, query.photo, session);
  return { image: jpeg.toString('base64') };
};
