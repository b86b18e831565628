import { type IdType, idTypes, type RefusalReason } from '@vitrine/contract';
import { pageSize } from '../../http/paging.ts';
import { maskEmail } from '../../kit/masks.ts';
import { kindOf, kindWords, statusWord, statusWordsOf } from '../http/kyc-words.ts';
import type { ReviewedPhoto } from '../reviews.ts';
import type { Handler } from '../services.ts';

export const kycCases: Handler<'kycCases'> = async ({ services, query }) => {
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

/** The contract's word for the stored type of document. */
const idTypeWord = (text: string): IdType => idTypes.find((word) => word === text) ?? 'Passport/Others';

export const kycCase: Handler<'kycCase'> = async ({ services, session, query }) => {
  const found = await services.kycReviews.read(query.uid, session);
  return {
    case: {
      uid: found.uid,
      state: found.state,
      revision: found.revision,
      own: found.isOwn,
      email: maskEmail(found.email),
      joined_at: found.joinedAtMs,
      verified_at: found.verifiedAtMs,
      id_type: idTypeWord(found.idType),
      id_number: found.idNumber,
      same_document: found.sameDocument.map(({ uid, verified }) => ({ uid, verified })),
      photos: found.photos.map(onWire),
      earlier: found.earlier.map(onWire),
    },
  };
};

const onWire = (photo: ReviewedPhoto) => ({
  id: photo.id,
  img_type: kindWords[photo.kind],
  status: statusWord(photo.status),
  submitted_at: photo.submittedAtMs,
  width: photo.width,
  height: photo.height,
  erased: photo.isErased,
  also_sent_by: [...photo.alsoSentBy],
  reviewed_at: photo.reviewedAtMs,
  reviewed_by: photo.reviewedBy,
  reason: photo.reason as RefusalReason | '',
  note: photo.note,
});

export const kycPhoto: Handler<'kycPhoto'> = async ({ services, session, query }) => {
  const jpeg = await services.kycReviews.photo(query.uid, query.photo, session);
  return { image: jpeg.toString('base64') };
};

export const decideKyc: Handler<'decideKyc'> = async ({ services, session, body, audit }) => {
  const decisions = body.decisions.map(({ img_type, approve, reason = '', note = '' }) => ({
    kind: kindOf(img_type),
    approve,
    reason,
    note,
  }));
  const { before, after, isVerified } = await services.kycReviews.decide(body.uid, body.revision, decisions, session);
  audit({
    before: statusWordsOf(before),
    after: isVerified ? [...statusWordsOf(after), 'Verified'] : statusWordsOf(after),
    reason: decisions
      .map(({ reason }) => reason)
      .filter((reason) => reason !== '')
      .join(', '),
  });
  return { message: 'success', verified: isVerified };
};
