import { type KeyStore, SeedKeys } from '@vitrine/chains';
import { openKeyFile } from './key-file.ts';
import type { KeySource } from './settings.ts';

/**
 * Chooses the key store: an HSM or a multi-party computation (MPC) service would be another kind. Throws
 * SignerStartError.
 */
export function openKeys(source: KeySource): KeyStore {
  return new SeedKeys(source.kind === 'seed' ? source.seed : openKeyFile(source.path, source.passphrase));
}
