import { fileURLToPath } from 'node:url';

/** The signer's programs; tests use the built ones where available. */
export const signerFile = fileURLToPath(new URL('../../../../signer/src/signer.ts', import.meta.url));
export const journalMaker = fileURLToPath(new URL('../../../../signer/src/begin-journal.ts', import.meta.url));
