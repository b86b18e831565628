import type { endpoints, RefusalReason } from '@vitrine/contract';
import { maskEmail } from '../../kit/masks.ts';
import { kindWords, statusWord } from '../http/kyc-words.ts';
import type { ReviewedPhoto } from '../reviews.ts';
import type { Handler } from '../services.ts';
import { idTypeWord } from './kyc-cases.ts';

export const kycCase: Handler<typeof endpoints.kycCase> = async ({ services, session, query }) => {
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
