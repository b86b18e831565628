import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../http/handler.ts';

export const healthz: Handler<typeof endpoints.healthz> = () => ({ status: 'ok' });
