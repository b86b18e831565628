import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPolicy } from './policy.ts';
import { readSettings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'signer-settings-'));
const whole = {
  SIGNER_LISTEN: 'unix:/run/signer.sock',
  SIGNER_SECRET: '6f1d0c7b92e84a3558a1b3c4d9e7f0626f1d0c7b92e84a3558a1b3c4d9e7f062',
  SIGNER_DATA_DIR: '/var/lib/signer',
  SIGNER_POLICY: '/etc/signer/policy.json',
  SIGNER_SEED: '00'.repeat(32),
};

test('all missing settings are reported together', () => {
  expect(() => readSettings({})).toThrow(
    /SIGNER_LISTEN is missing.*SIGNER_SECRET is missing.*SIGNER_DATA_DIR is missing.*SIGNER_POLICY is missing.*SIGNER_KEY_FILE is missing/,
  );
});

test('complete settings are accepted', () => {
  expect(readSettings(whole)).toMatchObject({ listen: { path: '/run/signer.sock' }, keys: { kind: 'seed' } });
  expect(readSettings({ ...whole, SIGNER_LISTEN: '[::1]:4700' }).listen).toEqual({ host: '::1', port: 4700 });
});

test('the signer listens to other machines only with TLS', () => {
  expect(() => readSettings({ ...whole, SIGNER_LISTEN: '10.0.0.5:4700' })).toThrow('SIGNER_TLS_CERT');
  expect(() => readSettings({ ...whole, SIGNER_LISTEN: 'signer.internal:4700' })).toThrow('SIGNER_TLS_CERT');
  const file = join(folder, 'pem');
  writeFileSync(file, 'pem');
  const secured = { ...whole, SIGNER_LISTEN: '10.0.0.5:4700', SIGNER_TLS_CERT: file, SIGNER_TLS_KEY: file };
  expect(readSettings(secured).listen).toEqual({ host: '10.0.0.5', port: 4700 });
});

test('keys are read from exactly one source; a short secret, seed or passphrase is refused', () => {
  expect(() => readSettings({ ...whole, SIGNER_KEY_FILE: '/etc/keys' })).toThrow('are both set');
  expect(() => readSettings({ ...whole, SIGNER_SEED: '00' })).toThrow('SIGNER_SEED must be');
  expect(() => readSettings({ ...whole, SIGNER_SECRET: 'short' })).toThrow('SIGNER_SECRET must have');
  expect(() => readSettings({ ...whole, SIGNER_SECRET: 's'.repeat(32) })).toThrow('SIGNER_SECRET is not random enough');
  const file = { ...whole, SIGNER_SEED: '', SIGNER_KEY_FILE: '/etc/keys' };
  expect(() => readSettings(file)).toThrow('SIGNER_PASSPHRASE or SIGNER_PASSPHRASE_FILE is missing');
  expect(() => readSettings({ ...file, SIGNER_PASSPHRASE: 'short' })).toThrow('at least 12 characters');
});

test('all faults of a policy are reported together', () => {
  const path = join(folder, 'policy.json');
  const coins = { USDT: { decimals: 6, contract: '0x0', perPayment: '1.0000001', perDay: 10 } };
  writeFileSync(path, JSON.stringify({ networks: { ERC20: { coins, maxFee: '1', chain: 'regtest' }, SOLANA: {} } }));
  const faults = () => readPolicy(path);
  expect(faults).toThrow(
    'ERC20.USDT.perPayment must be an amount as a string, such as "0.05", with at most 6 decimals',
  );
  expect(faults).toThrow('ERC20.USDT.perDay must be an amount');
  expect(faults).toThrow("ERC20.coins must contain the network's native coin");
  expect(faults).toThrow('ERC20.chainId must be');
  expect(faults).toThrow('ERC20.feesPerDay must be');
  expect(faults).toThrow('ERC20.chain applies only to Bitcoin');
  expect(faults).toThrow('SOLANA is not one of the networks');
});
