import { networks } from '@vitrine/chains';
import { isLoopback } from '../../providers/loopback.ts';
import type { EnvironmentReader } from './network-settings.ts';
import type { Settings } from './settings.ts';

/** Settings that a sandbox does not need, since it has its own provider or key in place of each. */
const productionSettings = ['SMTP_URL', 'SMS_URL', 'KYC_KEY'];
const addresses = [
  'PUBLIC_ORIGIN',
  'SIGNER_URL',
  'KYC_S3_URL',
  'RATES_URL',
  'PAYPAL_URL',
  'OIDC_ISSUER',
  'INDEX_OKX_URL',
  'INDEX_KRAKEN_URL',
  'INDEX_BITSTAMP_URL',
  'OUTSIDE_MARKET_URL',
  ...networks.flatMap((network) => [`${network}_NODE_URL`, `${network}_WITNESS_URL`]),
];
/**
 * Settings that refer to an account at a real provider, unless another setting names the address of a different
 * provider.
 */
const realAccounts = [
  ['PAYPAL_CLIENT_ID', 'PAYPAL_URL'],
  ['GOOGLE_CLIENT_ID', 'OIDC_ISSUER'],
] as const;

/**
 * Checks that, unless configured otherwise, a sandbox can be reached only from this machine and connects only to this
 * machine, because its passwords and keys are public. This also detects a missing MODE=production.
 */
export function checkSandboxReach(
  reader: EnvironmentReader,
  { host, index, outside }: Pick<Settings, 'host' | 'index' | 'outside'>,
): void {
  const { names, urls } = index;
  const beyond = [
    ...(isLoopback(host) ? [] : ['HOST']),
    ...productionSettings.filter((name) => reader.text(name) !== undefined),
    ...addresses.filter((name) => isBeyond(reader.text(name))),
    ...(names.some((name) => name in urls && isBeyond(urls[name as keyof typeof urls])) ? ['INDEX_SOURCES'] : []),
    ...(outside.name === 'okx' && isBeyond(outside.url) ? ['OUTSIDE_MARKET'] : []),
    ...realAccounts.flatMap(([account, address]) =>
      reader.text(account) !== undefined && reader.text(address) === undefined ? [account] : [],
    ),
  ];
  if (beyond.length > 0)
    reader.fault(
      'MODE',
      `is sandbox, but ${beyond.join(', ')} would connect it to the outside world: set MODE=production, or SANDBOX_IN_PUBLIC=on for a sandbox that others can reach`,
    );
}

/**
 * Whether an address refers to another machine. File paths and Unix sockets do not; invalid addresses are reported elsewhere.
 */
function isBeyond(address: string | undefined): boolean {
  const host = address !== undefined && URL.canParse(address) ? new URL(address).hostname : '';
  return host !== '' && !isLoopback(host);
}
