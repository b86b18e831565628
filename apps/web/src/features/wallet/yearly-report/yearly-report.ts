import type { CallResponse } from '../../../lib/api.ts';

export type YearlyReport = CallResponse<'GET /api/v3/yearly-report'>;
