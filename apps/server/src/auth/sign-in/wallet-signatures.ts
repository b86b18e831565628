import { createHash, randomBytes } from 'node:crypto';
import { getAddress, isAddress, verifyMessage } from 'viem/utils';
import { ApiError } from '../../kit/api-error.ts';
import type { OneTimeTokens, OutsideAccount, TokenData } from '../codes/one-time-tokens.ts';

const NONCE_SECONDS = 600;
/**
 * The chain that the message names: Ethereum mainnet. The signature has no effect there, but a message must name a
 * chain.
 */
const CHAIN_ID = 1;
const VERSION = '1';
/**
 * The pattern begins and ends with a line feed, so that the search takes linear time: the message has not been
 * validated yet and may be crafted to slow it down.
 */
const NONCE_LINE = /\nNonce: ([a-zA-Z0-9]+)\n/;
/**
 * The number of lines of a message whose fourth line is a statement; a message without a statement has one line fewer.
 */
const LINES = 11;

/** The fields of the message for a wallet to sign (EIP-4361). The page builds the message from them. */
export interface WalletChallenge {
  readonly domain: string;
  readonly uri: string;
  readonly chain_id: number;
  readonly nonce: string;
  readonly issued_at: string;
  readonly expires_at: string;
}

/** Who requests a message, and returns it signed. */
export interface WalletAsker {
  /** The secret in the browser's cookie; undefined for a program. */
  readonly browser: string | undefined;
  /** The person who connects the wallet; undefined for a sign-in. */
  readonly personId: string | undefined;
}

export interface SignedMessage {
  readonly message: string;
  readonly signature: string;
}

/**
 * Verifies that someone holds the key for an Ethereum address. Only externally owned accounts are supported (EIP-191):
 * signatures of contract wallets can only be verified on their chain.
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
    // EIP-4361 allows only letters and digits in a nonce.
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
   * Returns the wallet that signed exactly the message that was issued to this browser for this purpose. The nonce is
   * used up even if the message is refused. Errors: wallet_message_invalid, wallet_nonce_used, wallet_signature_wrong.
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

/** The statement in the message, which is one line of text; undefined if there is none. */
function statementOf(message: string): string | undefined {
  const lines = message.split('\n');
  const statement = lines.length === LINES ? lines[3] : undefined;
  return statement !== undefined && /^.+$/.test(statement) ? statement : undefined;
}

/** The message that was issued, in the format of EIP-4361. The page chooses the statement. */
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

/** Whether the messages are equal. The address in the second line may lack its checksum. */
function isSame(message: string, offered: string): boolean {
  const [domain, address = '', ...others] = message.split('\n');
  return isAddress(address, { strict: false }) && [domain, getAddress(address), ...others].join('\n') === offered;
}
