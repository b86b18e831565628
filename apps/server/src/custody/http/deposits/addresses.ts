import { ApiError } from '../../../kit/api-error.ts';
import type { Handler } from '../../services.ts';

export const depositAddress: Handler<'depositAddress'> = async ({ services, session, query }) => {
  const network = query.wallet_type;
  if (!services.custody.chains.has(network)) throw new ApiError('network_closed', { network });
  const address = await services.custody.addresses.of(session.owner, network);
  return { wallet: { wallet_type: network, wallet_address: address ?? '' } };
};

export const createDepositAddress: Handler<'createDepositAddress'> = async ({ services, session, body }) => {
  const network = body.wallet_type;
  const isOpen = services.exchangeSettings
    .current()
    .coinNetworks.some((row) => row.network === network && row.depositsOpen);
  if (!isOpen || !services.custody.chains.has(network)) throw new ApiError('network_closed', { network });
  const address = await services.custody.addresses.give(session.owner, network);
  return { wallet: { wallet_type: network, wallet_address: address } };
};
