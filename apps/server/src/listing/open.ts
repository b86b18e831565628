import type { Ground } from '../kit/ground.ts';
import { CoinIcons } from './coin-icons.ts';
import type { Services } from './services.ts';

export const openListing = ({ uploads, coins }: Pick<Services, 'uploads' | 'coins'>, { pool }: Ground) => ({
  coinIcons: new CoinIcons(pool, uploads, coins),
});
