import { isLoopback } from '../../providers/loopback.ts';
import type { EnvironmentReader } from './network-settings.ts';

const DEFAULT_URL = 'https://www.okx.com';

/** The market outside the exchange whose figures are shown beside ours. */
export interface OutsideSettings {
  readonly name: 'okx' | 'simulated' | 'none';
  readonly url: string;
}

/**
 * The market named in OUTSIDE_MARKET. Without this setting, a sandbox has its simulated market, and production has
 * none.
 */
export function readOutside(reader: EnvironmentReader, production: boolean): OutsideSettings {
  const name = production
    ? reader.word('OUTSIDE_MARKET', ['okx', 'none'], 'none')
    : reader.word('OUTSIDE_MARKET', ['okx', 'simulated', 'none'], 'simulated');
  const url = reader.url('OUTSIDE_MARKET_URL', ['https:', 'http:'], false) ?? DEFAULT_URL;
  if (!url.startsWith('https:') && !isLoopback(new URL(url).hostname))
    reader.fault('OUTSIDE_MARKET_URL', 'must begin with https:// unless the address is on this machine');
  return { name, url: url.replace(/\/+$/, '') };
}
