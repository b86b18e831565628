import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const healthz: Handler<typeof endpoints.healthz> = () => ({ status: 'ok' });
