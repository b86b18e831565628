import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { resolutions } from './udf.ts';

export const udfConfig: Handler<typeof endpoints.udfConfig> = () => ({
  supported_resolutions: Object.keys(resolutions),
  supports_search: true,
  supports_group_request: false,
  supports_marks: false,
  supports_timescale_marks: false,
  supports_time: true,
});
