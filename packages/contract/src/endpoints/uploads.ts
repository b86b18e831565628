import { defineEndpoint } from '../endpoint.ts';
import { Exact, Uuid } from '../schema.ts';

const MOST_PHOTO_BYTES = 6_000_000;
const MOST_NEWS_PICTURE_BYTES = 6_000_000;
const MOST_COIN_ICON_BYTES = 1_000_000;
export const MOST_ATTACHMENT_BYTES = 5 * 1024 * 1024;

/** The errors of attachments. Images are checked one at a time, so an upload may be refused as `busy`. */
const attachmentErrors = ['attachment_refused', 'photo_heic', 'photo_too_large'] as const;
const attachmentWording = {
  too_large: 'attachment',
  unsupported_media_type: 'attachment',
  busy: 'upload',
} as const;
const pictureErrors = ['photo_not_image', 'photo_heic', 'photo_too_large', 'photo_too_small'] as const;
const pictureWording = {
  photo_not_image: 'picture',
  photo_heic: 'picture',
  photo_too_large: 'picture',
  photo_too_small: 'picture',
  too_large: 'picture',
  unsupported_media_type: 'picture',
  busy: 'upload',
} as const;
const Uploaded = Exact({ upload_id: Uuid });

/** Files are uploaded as raw bytes, each before the form that references it. */
export const uploadEndpoints = {
  uploadKycPhoto: defineEndpoint({
    method: 'POST',
    path: '/api/v3/uploads/kyc-photo',
    area: 'identity',
    access: 'client',
    file: { mostBytes: MOST_PHOTO_BYTES, perHour: 30 },
    errors: ['photo_required', ...pictureErrors],
    wording: { too_large: 'photo', unsupported_media_type: 'photo', busy: 'upload' },
    summary:
      'Uploads a photo (JPEG, PNG or WebP) for a proof of identity. `POST /api/v2/upload/kyc` must reference the photo within an hour; otherwise the photo is erased.',
    response: Uploaded,
  }),
  uploadAttachment: defineEndpoint({
    method: 'POST',
    path: '/api/v3/uploads/attachment',
    area: 'support',
    access: 'client',
    file: { mostBytes: MOST_ATTACHMENT_BYTES, perHour: 30 },
    errors: attachmentErrors,
    wording: attachmentWording,
    summary:
      'Uploads a file (JPEG, PNG, WebP or PDF) for a message to support. If no message references the file within an hour, the file is erased. An image is re-encoded.',
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
    wording: attachmentWording,
    summary:
      'Uploads a file (JPEG, PNG, WebP or PDF) for a reply to a client. If no reply references the file within an hour, the file is erased. An image is re-encoded.',
    response: Uploaded,
  }),
  consoleUploadCoinIcon: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/uploads/coin-icon',
    area: 'console',
    access: 'staff',
    roles: ['listing'],
    file: { mostBytes: MOST_COIN_ICON_BYTES, perHour: 60 },
    errors: pictureErrors,
    wording: { ...pictureWording, too_large: 'icon' },
    summary:
      'Uploads an image (JPEG, PNG or WebP) for a coin’s icon. The image is deleted after an hour unless a coin listing or coin profile submitted for approval uses it. The image is re-encoded as JPEG on a white background, its longer side at most 256 pixels.',
    response: Uploaded,
  }),
  consoleUploadNewsPicture: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/uploads/news-picture',
    area: 'console',
    access: 'staff',
    roles: ['support'],
    file: { mostBytes: MOST_NEWS_PICTURE_BYTES, perHour: 60 },
    errors: pictureErrors,
    wording: pictureWording,
    summary:
      'Uploads an image (JPEG, PNG or WebP) for a news item. If no news item references the image within an hour, the image is erased. The image is re-encoded as JPEG, its longer side at most 1,440 pixels.',
    response: Uploaded,
  }),
};
