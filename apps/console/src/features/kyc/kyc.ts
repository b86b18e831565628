import type { PhotoKind, RefusalReason } from '@vitrine/contract';
import { type CallResponse, call } from '../../lib/api.ts';

export type { PhotoKind, RefusalReason };
export type KycCases = CallResponse<'GET /api/v3/console/kyc-cases'>;
export type CaseItem = KycCases['cases'][number];
export type CaseState = CaseItem['state'];
export type KycCase = CallResponse<'GET /api/v3/console/kyc-case'>['case'];
export type KycPhoto = KycCase['photos'][number];

/**
 * The kinds of photos in display order. Defined here, because importing the lists of packages/contract would pull in
 * its schemas.
 */
export const photoKinds: readonly PhotoKind[] = ['SELFIE', 'FRONTID', 'BACKID'];

const commonReasons = ['not_clear', 'glare', 'cut_off'] as const;
const documentReasons = ['wrong_side', 'not_a_document', 'number_differs', 'expired', 'document_in_use'] as const;

/** The reasons for which a photo of this kind can be refused. */
export const reasonsFor = (kind: PhotoKind): readonly RefusalReason[] =>
  kind === 'SELFIE'
    ? [...commonReasons, 'face_differs', 'altered', 'other']
    : [...commonReasons, ...documentReasons, 'altered', 'other'];

/** A reviewer's decision on one photo, possibly still incomplete. */
export interface Decision {
  readonly approve?: boolean;
  readonly reason?: RefusalReason | undefined;
  readonly note: string;
}

export type Decisions = Readonly<Partial<Record<PhotoKind, Decision>>>;

const isMade = ({ approve, reason, note }: Decision): boolean =>
  approve === true || (approve === false && reason !== undefined && (reason !== 'other' || note.trim() !== ''));

/** The photos pending a decision. */
export const waitingIn = ({ photos }: KycCase): readonly PhotoKind[] =>
  photos.filter(({ status }) => status === 'PENDING').map(({ img_type }) => img_type);

/** The numbers of pending photos that are approved and refused, and whether all are decided. */
export function summaryOf(waiting: readonly PhotoKind[], decisions: Decisions) {
  const made = waiting.map((kind) => decisions[kind]).filter((decision) => decision !== undefined && isMade(decision));
  const approved = made.filter((decision) => decision?.approve).length;
  return { approved, refused: made.length - approved, isWhole: waiting.length > 0 && made.length === waiting.length };
}

export const CASES = ['kyc', 'cases'] as const;
export const caseKey = (uid: string) => ['kyc', 'case', uid] as const;

export function decide({ uid, revision }: KycCase, waiting: readonly PhotoKind[], decisions: Decisions) {
  return call('POST /api/v3/console/kyc-decision', {
    body: {
      uid,
      revision,
      decisions: waiting.flatMap((img_type) => {
        const { approve, reason, note } = decisions[img_type] ?? { note: '' };
        if (approve === undefined) return [];
        return [{ img_type, approve, ...(approve || reason === undefined ? {} : { reason, note: note.trim() }) }];
      }),
    },
  });
}
