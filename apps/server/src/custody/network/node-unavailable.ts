import { ChainError, type Network } from '@vitrine/chains';
import { ApiError } from '../../kit/api-error.ts';

/** Turns a failure of a network's node during a call into the API error node_unavailable. */
export const nodeUnavailable =
  (network: Network) =>
  (error: unknown): never => {
    throw error instanceof ChainError ? new ApiError('node_unavailable', { network }) : error;
  };
