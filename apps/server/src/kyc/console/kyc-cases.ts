import { type endpoints, type IdType, idTypes } from '@vitrine/contract';
import { pageSize } from '../../http/paging.ts';
import { statusWordsOf } from '../http/kyc-words.ts';
import type { Handler } from '../services.ts';

export const kycCases: Handler<typeof endpoints.kycCases> = async ({ services, query }) => {
  const { state, id_type, limit } = query;
  const cases = await services.kycReviews.list({
    ...(state && { state }),
    ...(id_type && { idType: id_type }),
    limit: pageSize(limit),
  });
  return {
    waiting: await services.kycReviews.waiting(),
    cases: cases.map(({ uid, state, idType, sinceMs, tries, statuses, isFlagged }) => ({
      uid,
      state,
      id_type: idTypeWord(idType),
      since: sinceMs,
      tries,
      statuses: statusWordsOf(statuses),
      flagged: isFlagged,
    })),
  };
};

/** Stored as the contract has it. */
export const idTypeWord = (text: string): IdType => idTypes.find((word) => word === text) ?? 'Passport/Others';
