import { type KeyStore, SeedKeys } from '@vitrine/chains';
import { openKeyFile } from './key-file.ts';
import type { KeySource } from './settings.ts';

/** The key store is chosen here: an HSM or a service of several parties is one more kind. Throws SignerStartError. */
export function openKeys(source: KeySource): KeyStore {
  return new SeedKeys(source.kind === 'seed' ? source.seed : openKeyFile(source.path, source.passphrase));
}
