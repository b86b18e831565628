import type { HandlersOf } from '../http/handler.ts';
import { uploadAttachment } from './http/upload-attachment.ts';
import { uploadKycPhoto } from './http/upload-kyc-photo.ts';
import type { Services } from './services.ts';

/** Who answers this room’s endpoints. */
export const handlers = {
  uploadKycPhoto,
  uploadAttachment,
} satisfies HandlersOf<Services>;
