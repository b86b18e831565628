import type { RefusalReason } from '@vitrine/contract';
import type { CheckedProof } from '../kyc.ts';
import type { PhotoKind } from '../proof.ts';
import type { Handler } from '../services.ts';
import { statusWord } from './kyc-words.ts';

export const kycStatus: Handler<'kycStatus'> = async ({ services, session }) => {
  const proof = await services.kyc.check(session.owner);
  if (proof === undefined) return { message: 'no_existing_kyc' };
  return { selfie: onWire(proof, 'selfie'), front: onWire(proof, 'front'), back: onWire(proof, 'back') };
};

function onWire({ document, photos }: CheckedProof, kind: PhotoKind) {
  const photo = photos[kind];
  return {
    status: statusWord(photo?.status),
    id_type: photo === undefined ? '' : document.type,
    id_number: photo === undefined ? '' : document.number,
    // The stored reason is one of the contract's: only our own reviews write it.
    reason: (photo?.reason ?? '') as RefusalReason | '',
    note: photo?.note ?? '',
    submitted_at: photo?.submittedAtMs ?? 0,
  };
}
