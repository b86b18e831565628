import { randomBytes } from 'node:crypto';
import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';

/** Ties messages to the browser that asked for them; several pages of it may ask at once. */
export const WALLET_COOKIE = '__Host-vitrine-wallet';
const WALLET_SECONDS = 600;

/** Who is signed in asks to connect a wallet, everyone else to sign in. */
export const web3Nonce: Handler<typeof endpoints.web3Nonce> = ({
  services,
  session,
  origin,
  isFromPage,
  cookie,
  setCookie,
}) => {
  const browser = isFromPage ? (cookie(WALLET_COOKIE) ?? randomBytes(32).toString('base64url')) : undefined;
  if (browser !== undefined) setCookie(WALLET_COOKIE, browser, { maxAgeSeconds: WALLET_SECONDS });
  return services.access.wallets.challenge(origin, { browser, personId: session?.userId });
};
