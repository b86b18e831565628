import { ApiError } from '../kit/api-error.ts';
import { type CleanPicture, type Pictures, type SentPicture, sides } from './pictures.ts';

/** The purpose of an upload, which determines the allowed formats. */
export type UploadPurpose = 'kyc_photo' | 'attachment' | 'news_picture' | 'coin_icon';

/** A picture re-encoded from its pixels, or a PDF as received. */
export type CleanFile =
  | { readonly type: 'image/jpeg'; readonly bytes: Buffer; readonly width: number; readonly height: number }
  | { readonly type: 'application/pdf'; readonly bytes: Buffer };

/** A file as received. */
export interface SentBytes extends Pick<SentPicture, 'gone'> {
  readonly purpose: UploadPurpose;
  readonly bytes: Uint8Array;
}

/**
 * Re-encodes a picture or, if the purpose allows PDFs, returns a PDF unchanged. The format is detected from the bytes.
 * Errors: those of an upload, in the contract.
 */
export function cleanFile(
  pictures: Pictures,
  sender: string,
  { purpose, bytes: { buffer, byteOffset, byteLength }, gone }: SentBytes,
): Promise<CleanFile> {
  const sent = { sender, bytes: Buffer.from(buffer, byteOffset, byteLength), gone };
  if (purpose === 'kyc_photo') return picture(pictures.cleanPhoto(sent));
  if (purpose === 'news_picture') return picture(pictures.clean(sent, sides.page));
  if (purpose === 'coin_icon') return picture(pictures.clean(sent, sides.icon));
  return attachment(pictures, sent);
}

async function attachment(pictures: Pictures, sent: SentPicture): Promise<CleanFile> {
  const { bytes } = sent;
  if (bytes.length === 0) throw new ApiError('attachment_refused');
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return { type: 'application/pdf', bytes };
  return picture(pictures.clean(sent, sides.any)).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'photo_not_image') throw new ApiError('attachment_refused');
    throw error;
  });
}

async function picture(cleaned: Promise<CleanPicture>): Promise<CleanFile> {
  const { jpeg, width, height } = await cleaned;
  return { type: 'image/jpeg', bytes: jpeg, width, height };
}
