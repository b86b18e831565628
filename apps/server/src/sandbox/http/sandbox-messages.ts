import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';

export const sandboxMessages: Handler<typeof endpoints.sandboxMessages> = ({ services, query }) => {
  if (services.outbox === undefined) throw new ApiError('not_found');
  return services.outbox.messages(query.to);
};
