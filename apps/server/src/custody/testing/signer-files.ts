import { fileURLToPath } from 'node:url';

/** The signer's programs; under test those of the build, where it has them. */
export const signerFile = fileURLToPath(new URL('../../../../signer/src/signer.ts', import.meta.url));
export const journalMaker = fileURLToPath(new URL('../../../../signer/src/begin-journal.ts', import.meta.url));
export const keyMaker = fileURLToPath(new URL('../../../../signer/src/create-keys.ts', import.meta.url));
