import { randomBytes } from 'node:crypto';
import { parseSiweMessage } from 'viem/siwe';
import { getAddress, isAddress, verifyMessage } from 'viem/utils';
import { ApiError } from '../http/api-error.ts';
import type { OneTimeTokens, OutsideAccount } from './one-time-tokens.ts';

const NONCE_SECONDS = 600;
/** Ethereum's main chain. The signature opens an account here and does nothing there, but the message must name one. */
const CHAIN_ID = 1;
const VERSION = '1';

/** What a wallet is asked to sign: EIP-4361. The page puts the message together from it. */
export interface WalletChallenge {
  readonly domain: string;
  readonly uri: string;
  readonly chain_id: number;
  readonly nonce: string;
  readonly issued_at: string;
  readonly expires_at: string;
}

export interface SignedMessage {
  readonly message: string;
  readonly signature: string;
}

/**
 * Proofs that someone holds the key of an Ethereum address. Accounts with a key of their own only (EIP-191): what a
 * contract wallet would sign can be verified by its chain alone.
 */
export class WalletSignatures {
  readonly #tokens: OneTimeTokens;

  constructor(tokens: OneTimeTokens) {
    this.#tokens = tokens;
  }

  async challenge(origin: string): Promise<WalletChallenge> {
    const now = Date.now();
    // EIP-4361 wants letters and digits.
    const nonce = randomBytes(16).toString('hex');
    await this.#tokens.keep('wallet_nonce', nonce, {}, NONCE_SECONDS);
    return {
      domain: new URL(origin).host,
      uri: origin,
      chain_id: CHAIN_ID,
      nonce,
      issued_at: new Date(now).toISOString(),
      expires_at: new Date(now + NONCE_SECONDS * 1000).toISOString(),
    };
  }

  /**
   * The wallet that signed a message for this site. Whatever is wrong with it, its nonce is used up.
   * Errors: wallet_message_invalid, wallet_nonce_used, wallet_signature_wrong.
   */
  async verify(origin: string, address: string, { message, signature }: SignedMessage): Promise<OutsideAccount> {
    const said = parseSiweMessage(message);
    const isFresh = said.nonce !== undefined && (await this.#tokens.redeem('wallet_nonce', said.nonce)) !== undefined;
    if (!isFor(said, origin, address)) throw new ApiError('wallet_message_invalid');
    if (!isFresh) throw new ApiError('wallet_nonce_used');
    const isSigned = await verifyMessage({
      address: getAddress(address),
      message,
      signature: signature as `0x${string}`,
    }).catch(() => false);
    if (!isSigned) throw new ApiError('wallet_signature_wrong');
    return { provider: 'wallet', subject: getAddress(address), label: getAddress(address) };
  }
}

/** Whether the message is about this site, this address, this chain and this hour. */
function isFor(said: ReturnType<typeof parseSiweMessage>, origin: string, address: string): boolean {
  if (!isAddress(address) || said.address === undefined || getAddress(said.address) !== getAddress(address))
    return false;
  if (said.domain !== new URL(origin).host || said.version !== VERSION || said.chainId !== CHAIN_ID) return false;
  if (said.uri === undefined || !URL.canParse(said.uri) || new URL(said.uri).origin !== new URL(origin).origin)
    return false;
  const now = Date.now();
  if (said.expirationTime === undefined || !(said.expirationTime.getTime() > now)) return false;
  return said.notBefore === undefined || said.notBefore.getTime() <= now;
}
