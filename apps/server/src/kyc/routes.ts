import type { HandlersOf } from '../http/handler.ts';
import { decideKyc, kycCase, kycCases, kycPhoto } from './console/cases.ts';
import { kycStatus } from './http/kyc-status.ts';
import { submitKycPhoto } from './http/submit-kyc-photo.ts';
import type { Services } from './services.ts';

/** The handlers of this module’s endpoints. */
export const handlers = {
  submitKycPhoto,
  kycStatus,
  kycCases,
  kycCase,
  kycPhoto,
  decideKyc,
} satisfies HandlersOf<Services>;
