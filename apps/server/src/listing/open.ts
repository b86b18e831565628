import type { Ground } from '../kit/ground.ts';
import { CoinIcons } from './coin-icons.ts';
import type { Services } from './services.ts';

export const openListing = ({ uploads }: Pick<Services, 'uploads'>, { pool }: Ground) => ({
  coinIcons: new CoinIcons(pool, uploads),
});
