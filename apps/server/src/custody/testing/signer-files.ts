import { fileURLToPath } from 'node:url';

/** The signer's programs. In tests, these paths are replaced with those of the built programs. */
export const signerFile = fileURLToPath(new URL('../../../../signer/src/signer.ts', import.meta.url));
export const journalMaker = fileURLToPath(new URL('../../../../signer/src/begin-journal.ts', import.meta.url));
