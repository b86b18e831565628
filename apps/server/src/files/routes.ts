import type { HandlersOf } from '../http/handler.ts';
import { uploadAttachment, uploadKycPhoto } from './http/uploads.ts';
import type { Services } from './services.ts';

/** The handlers of this module’s endpoints. */
export const handlers = {
  uploadKycPhoto,
  uploadAttachment,
} satisfies HandlersOf<Services>;
