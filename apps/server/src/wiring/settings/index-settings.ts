import { isLoopback } from '../../providers/loopback.ts';
import type { EnvironmentReader } from './network-settings.ts';

/** The public WebSocket URL of each external source; a setting can override it. */
const addresses = {
  okx: { setting: 'INDEX_OKX_URL', url: 'wss://ws.okx.com:8443/ws/v5/public' },
  kraken: { setting: 'INDEX_KRAKEN_URL', url: 'wss://ws.kraken.com/v2' },
  bitstamp: { setting: 'INDEX_BITSTAMP_URL', url: 'wss://ws.bitstamp.net' },
} as const;

const outside = ['okx', 'kraken', 'bitstamp'] as const;
const onlySandbox = ['recorded', 'simulated'] as const;
export type IndexSourceName = (typeof outside)[number] | (typeof onlySandbox)[number];

export interface IndexSettings {
  readonly names: readonly IndexSourceName[];
  readonly urls: Readonly<Record<(typeof outside)[number], string>>;
  /** The file that the source `recorded` replays. */
  readonly recording: string | undefined;
}

/**
 * The sources named in INDEX_SOURCES. Without this setting, a sandbox has its simulated source, and production has
 * none.
 */
export function readIndex(reader: EnvironmentReader, production: boolean): IndexSettings {
  const allowed: readonly IndexSourceName[] = production ? outside : [...outside, ...onlySandbox];
  const text = reader.text('INDEX_SOURCES') ?? (production ? 'none' : 'simulated');
  const named = text === 'none' ? [] : text.split(',').map((name) => name.trim());
  const names = allowed.filter((name) => named.includes(name));
  if (names.length !== named.length)
    reader.fault('INDEX_SOURCES', `must be none, or a comma-separated list of these sources: ${allowed.join(',')}`);
  const recording = reader.required('INDEX_RECORDING', names.includes('recorded'));
  if (production && recording !== undefined) reader.fault('INDEX_RECORDING', 'is a sandbox setting: remove it');
  const urls = {
    okx: readUrl(reader, 'okx'),
    kraken: readUrl(reader, 'kraken'),
    bitstamp: readUrl(reader, 'bitstamp'),
  };
  return { names, urls, recording };
}

function readUrl(reader: EnvironmentReader, name: keyof typeof addresses): string {
  const { setting, url } = addresses[name];
  const value = reader.url(setting, ['wss:', 'ws:'], false) ?? url;
  if (!value.startsWith('wss:') && !isLoopback(new URL(value).hostname))
    reader.fault(setting, 'must begin with wss:// unless the address is on this machine');
  // The URL of a WebSocket must not have a fragment.
  if (value.includes('#')) reader.fault(setting, 'must not contain #');
  return value;
}
