/** The handler of each of this module’s endpoints. */
export {
  consoleUploadAttachment,
  consoleUploadCoinIcon,
  consoleUploadNewsPicture,
  uploadAttachment,
  uploadKycPhoto,
} from './http/uploads.ts';
