/** The handler of each of this module’s endpoints. */
export { decideKyc, kycCase, kycCases, kycPhoto } from './console/cases.ts';
export { kycStatus } from './http/kyc-status.ts';
export { submitKycPhoto } from './http/submit-kyc-photo.ts';
