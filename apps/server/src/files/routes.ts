import type { HandlersOf } from '../http/handler.ts';
import {
  consoleUploadAttachment,
  consoleUploadCoinIcon,
  consoleUploadNewsPicture,
  uploadAttachment,
  uploadKycPhoto,
} from './http/uploads.ts';
import type { Services } from './services.ts';

/** The handlers of this module’s endpoints. */
export const handlers = {
  uploadKycPhoto,
  uploadAttachment,
  consoleUploadAttachment,
  consoleUploadNewsPicture,
  consoleUploadCoinIcon,
} satisfies HandlersOf<Services>;
