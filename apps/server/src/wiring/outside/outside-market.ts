import { OkxMarket } from '../../providers/outside-market/okx-market.ts';
import type { OutsideMarket } from '../../providers/outside-market/outside-market.ts';
import type { Settings } from '../settings/settings.ts';

/** The external market specified in the settings. The sandbox adds its simulated one itself. */
export const outsideMarketOf = ({ outside }: Pick<Settings, 'outside'>): OutsideMarket | undefined =>
  outside.name === 'okx' ? new OkxMarket(outside.url) : undefined;
