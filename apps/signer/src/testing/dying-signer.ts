import process from 'node:process';
import { SeedKeys } from '@vitrine/chains';
import { openSigner } from '../open-signer.ts';
import { readSettings } from '../settings.ts';
import { seed } from './signer-process.ts';

/** Dies as if by kill -9 when asked to sign, after the journal entry is written. */
class DyingKeys extends SeedKeys {
  override async sign(): Promise<never> {
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => {});
  }
}

const { address } = await openSigner(readSettings(process.env), new DyingKeys(Buffer.from(seed, 'hex')), {
  log: () => {},
  fail: () => {},
});
process.stdout.write(`${JSON.stringify({ listens: address })}\n`);
