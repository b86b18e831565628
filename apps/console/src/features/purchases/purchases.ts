import type { QueryClient } from '@tanstack/react-query';
import type { CallResponse } from '../../lib/api.ts';

export type Purchase = CallResponse<'GET /api/v3/console/purchases'>['purchases'][number];
export type Concern = Purchase['concerns'][number];

export const states = [
  'WAITING',
  'CONFIRMING',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
] as const satisfies readonly Purchase['state'][];

/** The purchases to show, from the page's URL. */
export interface PurchasesSearch {
  readonly all?: true;
  readonly owed?: true;
  readonly search?: string;
  readonly only?: Purchase['state'];
}

export const isSome = (amount: string): boolean => /[1-9]/.test(amount);
export const isOpen = ({ settled_at }: Concern): boolean => settled_at === 0;

export const purchasesChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['purchases'] });
