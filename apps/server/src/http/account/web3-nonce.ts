import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const web3Nonce: Handler<typeof endpoints.web3Nonce> = ({ services, origin }) =>
  services.access.wallets.challenge(origin);
