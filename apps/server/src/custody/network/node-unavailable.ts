import { ChainError, type Network } from '@vitrine/chains';
import { ApiError } from '../../kit/api-error.ts';

/** For what a call asks of a network's node: where the node is at fault the caller reads node_unavailable. */
export const nodeUnavailable =
  (network: Network) =>
  (error: unknown): never => {
    throw error instanceof ChainError ? new ApiError('node_unavailable', { network }) : error;
  };
