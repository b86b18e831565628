import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { marketRulesOnWire } from './market-rules.ts';

export const markets: Handler<typeof endpoints.markets> = ({ services }) => ({
  markets: [...services.instruments.all()].map((instrument) => marketRulesOnWire(services, instrument)),
});
