import type { Ground } from '../kit/ground.ts';
import { ClientBooks } from './profit/client-books.ts';
import { Reports } from './profit/reports.ts';

export const openWallet = ({ pool }: Ground) => ({ books: new ClientBooks(pool), reports: new Reports(pool) });
