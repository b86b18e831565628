import { clientSender, staffSender } from '../../kit/sender.ts';
import type { UploadPurpose } from '../clean-file.ts';
import type { Call } from '../services.ts';

type Sender = { readonly owner: number } | { readonly staffId: string };

/** What an upload handler needs from its call. */
type UploadCall = Pick<Call<'uploadAttachment'>, 'services' | 'body' | 'gone'> & {
  readonly session: Sender;
};

/** Stores a file for its sender; the form that uses the file references it by the returned id. */
const uploadFor =
  (purpose: UploadPurpose) =>
  async ({ services, session, body, gone }: UploadCall) => ({
    upload_id: await services.uploads.store(senderOf(session), { purpose, bytes: body, gone }),
  });

const senderOf = (session: Sender): string =>
  'staffId' in session ? staffSender(session.staffId) : clientSender(session.owner);

export const uploadKycPhoto = uploadFor('kyc_photo');
export const uploadAttachment = uploadFor('attachment');
export const consoleUploadAttachment = uploadFor('attachment');
export const consoleUploadNewsPicture = uploadFor('news_picture');
export const consoleUploadCoinIcon = uploadFor('coin_icon');
