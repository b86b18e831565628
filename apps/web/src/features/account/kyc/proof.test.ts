import type { PhotoStatus } from '@vitrine/contract';
import { expect, test } from 'vitest';
import { firstStep, isDocumentFixed, neededPhotos, nextPhoto, proofOf, withSent } from './proof.ts';

const photo = (status: PhotoStatus) => ({
  status,
  id_type: status === 'NULL' ? ('' as const) : ('Passport/Others' as const),
  id_number: status === 'NULL' ? '' : 'C1',
  reason: '' as const,
  note: '',
  submitted_at: 0,
});

const proof = (...[selfie, front, back]: PhotoStatus[]) =>
  proofOf({ selfie: photo(selfie ?? 'NULL'), front: photo(front ?? 'NULL'), back: photo(back ?? 'NULL') });

test('if nothing has been sent, the stepper begins with the document', () => {
  const none = proofOf({ message: 'no_existing_kyc' });
  expect([none.overall, firstStep(none), nextPhoto(none)]).toEqual(['none', 'document', 'selfie']);
});

test.each([
  ['NULL', 'PENDING', 'DISSAPROVED', 'none'],
  ['APPROVED', 'PENDING', 'DISSAPROVED', 'pending'],
  ['APPROVED', 'APPROVED', 'DISSAPROVED', 'refused'],
  ['APPROVED', 'APPROVED', 'APPROVED', 'approved'],
] as const)('the photo states %s, %s and %s together are %s', (selfie, front, back, overall) => {
  expect(proof(selfie, front, back).overall).toBe(overall);
});

test('the next step is the first photo that is missing or was refused', () => {
  expect(firstStep(proof('PENDING', 'NULL', 'NULL'))).toBe('front');
  expect(firstStep(proof('APPROVED', 'APPROVED', 'DISSAPROVED'))).toBe('back');
  expect(nextPhoto(proof('APPROVED', 'PENDING', 'APPROVED'))).toBeUndefined();
});

test('photos that are missing or were refused are needed, even while others are pending', () => {
  expect(neededPhotos(proof('DISSAPROVED', 'PENDING', 'DISSAPROVED'))).toEqual(['selfie', 'back']);
  expect(neededPhotos(proof('APPROVED', 'PENDING', 'NULL'))).toEqual(['back']);
  expect(neededPhotos(proof('APPROVED', 'PENDING', 'PENDING'))).toEqual([]);
});

test('after a photo is sent, it is pending review, and the next one is requested', () => {
  const sent = withSent(proof('PENDING', 'NULL', 'NULL'), 'front', { type: 'Passport/Others', number: 'C1' });
  expect([sent.overall, nextPhoto(sent), sent.photos.front.status]).toEqual(['none', 'back', 'pending']);
  const last = withSent(sent, 'back', { type: 'Passport/Others', number: 'C1' });
  expect([last.overall, nextPhoto(last), last.idNumber]).toEqual(['pending', undefined, 'C1']);
});

test('the selfie must show the document whose front or back is pending or approved', () => {
  expect(isDocumentFixed(proof('DISSAPROVED', 'APPROVED', 'DISSAPROVED'), 'selfie')).toBe(true);
  expect(isDocumentFixed(proof('NULL', 'DISSAPROVED', 'NULL'), 'selfie')).toBe(false);
  expect(isDocumentFixed(proof('APPROVED', 'APPROVED', 'DISSAPROVED'), 'back')).toBe(false);
});
