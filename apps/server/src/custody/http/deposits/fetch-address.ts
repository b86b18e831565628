import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../../kit/api-error.ts';
import type { Handler } from '../../services.ts';

export const fetchAddress: Handler<typeof endpoints.fetchAddress> = async ({ services, session, query }) => {
  const network = query.wallet_type;
  if (!services.custody.chains.has(network)) throw new ApiError('network_closed', { network });
  const address = await services.custody.addresses.of(session.owner, network);
  return { wallet: { wallet_type: network, wallet_address: address ?? '' } };
};
