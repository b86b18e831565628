import { type KeyStore, SeedKeys } from '@vitrine/chains';
import { openKeyFile } from './key-file.ts';
import type { KeySource } from './settings.ts';

/**
 * Opens the key store. If an HSM or a multi-party computation (MPC) service is to hold the keys, it is chosen here.
 * Throws SignerStartError.
 */
export function openKeys(source: KeySource): KeyStore {
  return new SeedKeys(source.kind === 'seed' ? source.seed : openKeyFile(source.path, source.passphrase));
}
