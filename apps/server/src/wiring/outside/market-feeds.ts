import type { FastifyBaseLogger } from 'fastify';
import { bitstampProtocol } from '../../providers/market-feed/bitstamp-protocol.ts';
import { krakenProtocol } from '../../providers/market-feed/kraken-protocol.ts';
import type { MarketFeed } from '../../providers/market-feed/market-feed.ts';
import { okxProtocol } from '../../providers/market-feed/okx-protocol.ts';
import { RecordedFeed } from '../../providers/market-feed/recorded-feed.ts';
import { RecordedSessionError, readSession } from '../../providers/market-feed/recorded-session.ts';
import { WebSocketFeed } from '../../providers/market-feed/web-socket-feed.ts';
import { StartError } from '../process/start-error.ts';
import type { Settings } from '../settings/settings.ts';

const protocols = { okx: okxProtocol, kraken: krakenProtocol, bitstamp: bitstampProtocol } as const;

/** The external index sources specified in the settings. The sandbox adds its simulated one itself. */
export function marketFeedsOf({ index }: Pick<Settings, 'index'>, log: FastifyBaseLogger): readonly MarketFeed[] {
  return index.names.flatMap((name): MarketFeed[] => {
    if (name === 'simulated') return [];
    if (name === 'recorded') return [new RecordedFeed(sessionOf(index.recording ?? ''))];
    return [new WebSocketFeed({ protocol: protocols[name], url: index.urls[name], log })];
  });
}

function sessionOf(path: string) {
  try {
    return readSession(path);
  } catch (error) {
    throw error instanceof RecordedSessionError ? new StartError(error.message) : error;
  }
}
