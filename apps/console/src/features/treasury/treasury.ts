import type { CallResponse } from '../../lib/api.ts';

export type TreasuryResponse = CallResponse<'GET /api/v3/console/treasury'>;
export type TableRow = TreasuryResponse['table'][number];

export const TREASURY_KEY = ['treasury'] as const;

/** Whether the amount is zero. */
export const isZero = (text: string): boolean => !/[1-9]/.test(text);
