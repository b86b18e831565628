import { defineEndpoint } from '../endpoint.ts';
import { Exact, Uuid } from '../schema.ts';

const MOST_PHOTO_BYTES = 6_000_000;
const MOST_NEWS_PICTURE_BYTES = 6_000_000;
export const MOST_ATTACHMENT_BYTES = 5 * 1024 * 1024;

/** Pictures are checked one at a time. */
const BUSY = 'Many pictures are being checked right now. Please try again in a few seconds.';
const attachmentErrors = ['attachment_refused', 'photo_heic', 'photo_too_large'] as const;
const attachmentTexts = {
  too_large: 'A file can be at most 5 MB',
  unsupported_media_type: 'Send the bytes of the file (application/octet-stream)',
  busy: BUSY,
};
const Uploaded = Exact({ upload_id: Uuid });

/** Files travel as their bytes, each before the form that names it. */
export const uploadEndpoints = {
  uploadKycPhoto: defineEndpoint({
    method: 'POST',
    path: '/api/v3/uploads/kyc-photo',
    area: 'identity',
    access: 'client',
    file: { mostBytes: MOST_PHOTO_BYTES, perHour: 30 },
    errors: ['photo_required', 'photo_not_image', 'photo_heic', 'photo_too_large', 'photo_too_small'],
    texts: {
      too_large: 'The photo is too large. Please send one of at most 6 MB.',
      unsupported_media_type: 'Send the bytes of the photo (application/octet-stream)',
      busy: BUSY,
    },
    summary:
      'Uploads a photo (JPEG, PNG or WebP) for a proof of identity. `POST /api/v2/upload/kyc` must reference it within an hour; otherwise it is erased.',
    response: Uploaded,
  }),
  uploadAttachment: defineEndpoint({
    method: 'POST',
    path: '/api/v3/uploads/attachment',
    area: 'support',
    access: 'client',
    file: { mostBytes: MOST_ATTACHMENT_BYTES, perHour: 30 },
    errors: attachmentErrors,
    texts: attachmentTexts,
    summary:
      'Uploads a file (JPEG, PNG, WebP or PDF) for a message to support, which must reference it within an hour; otherwise it is erased. A picture is re-encoded.',
    response: Uploaded,
  }),
};

export const consoleUploadEndpoints = {
  consoleUploadAttachment: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/uploads/attachment',
    area: 'console',
    access: 'staff',
    roles: ['support', 'compliance'],
    file: { mostBytes: MOST_ATTACHMENT_BYTES, perHour: 300 },
    errors: attachmentErrors,
    texts: attachmentTexts,
    summary: 'The same for an answer to a client.',
    response: Uploaded,
  }),
  consoleUploadNewsPicture: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/uploads/news-picture',
    area: 'console',
    access: 'staff',
    roles: ['support'],
    file: { mostBytes: MOST_NEWS_PICTURE_BYTES, perHour: 60 },
    errors: ['photo_not_image', 'photo_heic', 'photo_too_large', 'photo_too_small'],
    texts: {
      photo_not_image: 'This is not a picture that can be read. Use a JPEG, PNG or WebP file.',
      photo_heic: 'HEIC pictures cannot be read. Use a JPEG, PNG or WebP file.',
      photo_too_large: 'The picture has too many pixels. Use one of at most {megapixels} megapixels.',
      photo_too_small: 'The picture is too small. Its shorter side must be at least {pixels} pixels.',
      too_large: 'A picture can be at most 6 MB',
      unsupported_media_type: 'Send the bytes of the picture (application/octet-stream)',
      busy: BUSY,
    },
    summary:
      'Uploads a picture (JPEG, PNG or WebP) for a news item, which must reference it within an hour; otherwise it is erased. It is re-encoded as JPEG, its longer side at most 1,440 pixels.',
    response: Uploaded,
  }),
};
