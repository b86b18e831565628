import type { HandlersOf } from '../http/handler.ts';
import { decideKyc, kycCase, kycCases, kycPhoto } from './console/cases.ts';
import { checkKyc } from './http/check-kyc.ts';
import { uploadKyc } from './http/upload-kyc.ts';
import type { Services } from './services.ts';

/** Who answers this room’s endpoints. */
export const handlers = {
  uploadKyc,
  checkKyc,
  kycCases,
  kycCase,
  kycPhoto,
  decideKyc,
} satisfies HandlersOf<Services>;
