import type { PhotoKind as KindWord, PhotoStatus as StatusWord } from '@vitrine/contract';
import { type PhotoKind, type PhotoStatus, photoKinds, type Statuses } from '../proof.ts';

/** The specification's words for kinds of photos and for their statuses. */
export const kindWords = { selfie: 'SELFIE', front: 'FRONTID', back: 'BACKID' } as const satisfies Record<
  PhotoKind,
  KindWord
>;
const statusWords = { pending: 'PENDING', approved: 'APPROVED', refused: 'DISSAPROVED' } as const satisfies Record<
  PhotoStatus,
  StatusWord
>;

const kinds: Readonly<Record<KindWord, PhotoKind>> = { SELFIE: 'selfie', FRONTID: 'front', BACKID: 'back' };

export const kindOf = (word: KindWord): PhotoKind => kinds[word];

export const statusWord = (status: PhotoStatus | undefined): StatusWord =>
  status === undefined ? 'NULL' : statusWords[status];

/** The status words of the selfie, the front and the back, in this order. */
export const statusWordsOf = (statuses: Statuses): StatusWord[] => photoKinds.map((kind) => statusWord(statuses[kind]));
