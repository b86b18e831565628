import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const udfTime: Handler<typeof endpoints.udfTime> = ({ services }) => Math.floor(services.clock() / 1000);
