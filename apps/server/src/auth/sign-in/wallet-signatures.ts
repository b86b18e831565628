import { createHash, randomBytes } from 'node:crypto';
import { getAddress, isAddress, verifyMessage } from 'viem/utils';
import { ApiError } from '../../kit/api-error.ts';
import type { OneTimeTokens, OutsideAccount, TokenData } from '../codes/one-time-tokens.ts';

const NONCE_SECONDS = 600;
/** Ethereum's main chain. The signature opens an account here and does nothing there, but the message must name one. */
const CHAIN_ID = 1;
const VERSION = '1';
/** Bounded by line feeds, so that it is found in time linear in the message: nothing else about that is known yet. */
const NONCE_LINE = /\nNonce: ([a-zA-Z0-9]+)\n/;
/** Of a message with a statement, which is its fourth; without one it has a line less. */
const LINES = 11;

/** What a wallet is asked to sign: EIP-4361. The page puts the message together from it. */
export interface WalletChallenge {
  readonly domain: string;
  readonly uri: string;
  readonly chain_id: number;
  readonly nonce: string;
  readonly issued_at: string;
  readonly expires_at: string;
}

/** The browser that requests a message and returns it signed. */
export interface WalletAsker {
  /** The secret that the browser has in a cookie; undefined for a program. */
  readonly browser: string | undefined;
  /** Who is to connect the wallet; undefined where it is to sign in. */
  readonly personId: string | undefined;
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

  async challenge(origin: string, asker: WalletAsker): Promise<WalletChallenge> {
    const now = Date.now();
    const issuedAt = new Date(now).toISOString();
    const expiresAt = new Date(now + NONCE_SECONDS * 1000).toISOString();
    // EIP-4361 wants letters and digits.
    const nonce = randomBytes(16).toString('hex');
    await this.#tokens.keep('wallet_nonce', nonce, { ...kept(asker), issuedAt, expiresAt }, NONCE_SECONDS);
    return {
      domain: new URL(origin).host,
      uri: origin,
      chain_id: CHAIN_ID,
      nonce,
      issued_at: issuedAt,
      expires_at: expiresAt,
    };
  }

  /**
   * The wallet that signed exactly the message that was issued to this browser for this purpose. Its nonce is
   * consumed in any case.
   * Errors: wallet_message_invalid, wallet_nonce_used, wallet_signature_wrong.
   */
  async verify(
    origin: string,
    address: string,
    { message, signature }: SignedMessage,
    asker: WalletAsker,
  ): Promise<OutsideAccount> {
    const nonce = NONCE_LINE.exec(message)?.[1];
    if (nonce === undefined) throw new ApiError('wallet_message_invalid');
    const offered = await this.#tokens.redeem('wallet_nonce', nonce);
    if (offered === undefined) throw new ApiError('wallet_nonce_used');
    const { browser, personId } = kept(asker);
    if (offered.browser !== browser || offered.personId !== personId) throw new ApiError('wallet_message_invalid');
    if (!isAddress(address) || !isSame(message, offeredMessage(origin, address, nonce, offered, statementOf(message))))
      throw new ApiError('wallet_message_invalid');
    const isSigned = await verifyMessage({
      address: getAddress(address),
      message,
      signature: signature as `0x${string}`,
    }).catch(() => false);
    if (!isSigned) throw new ApiError('wallet_signature_wrong');
    return { provider: 'wallet', subject: getAddress(address), label: getAddress(address) };
  }
}

const kept = ({ browser, personId = '' }: WalletAsker) => ({
  browser: browser === undefined ? '' : createHash('sha256').update(browser).digest('base64url'),
  personId,
});

/** One line of text, or none. */
function statementOf(message: string): string | undefined {
  const lines = message.split('\n');
  const statement = lines.length === LINES ? lines[3] : undefined;
  return statement !== undefined && /^.+$/.test(statement) ? statement : undefined;
}

/** EIP-4361, line by line. The statement is the page's own words. */
const offeredMessage = (
  origin: string,
  address: string,
  nonce: string,
  { issuedAt, expiresAt }: TokenData['wallet_nonce'],
  statement: string | undefined,
): string =>
  [
    `${new URL(origin).host} wants you to sign in with your Ethereum account:`,
    getAddress(address),
    '',
    ...(statement === undefined ? [] : [statement]),
    '',
    `URI: ${origin}`,
    `Version: ${VERSION}`,
    `Chain ID: ${CHAIN_ID}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    `Expiration Time: ${expiresAt}`,
  ].join('\n');

/** Letter for letter; the address, in the second line, with its checksum or without. */
function isSame(message: string, offered: string): boolean {
  const [domain, address = '', ...others] = message.split('\n');
  return isAddress(address, { strict: false }) && [domain, getAddress(address), ...others].join('\n') === offered;
}
