import process from 'node:process';
import { openKeys } from './open-keys.ts';
import { openSigner } from './open-signer.ts';
import { readSettings } from './settings.ts';
import { SignerStartError } from './signer-start-error.ts';

const say = (line: Readonly<Record<string, unknown>>): void => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
};

/**
 * Stops the signer after a failure in which a journal entry may have been lost, because nothing may be signed without
 * an entry. The next start reads the journal again.
 */
const fail = (reason: Error): void => {
  say({ failed: reason.stack });
  process.exit(1);
};

try {
  const settings = readSettings(process.env);
  const signer = await openSigner(settings, openKeys(settings.keys), { log: say, fail });
  say({ listens: signer.address });
  const stop = (): void => {
    void signer.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // In the sandbox, the signer is a child process and stops when its parent does.
  process.once('disconnect', stop);
} catch (error) {
  if (!(error instanceof SignerStartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
