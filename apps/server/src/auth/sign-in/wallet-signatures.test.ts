import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestExchange } from '../../testing/test-exchange.ts';
import type { WalletSignatures } from './wallet-signatures.ts';

const ORIGIN = 'https://exchange.example';
const asker = { browser: 'a browser', personId: undefined };

let exchange: TestExchange;
let wallets: WalletSignatures;
beforeAll(async () => {
  exchange = await TestExchange.open();
  wallets = exchange.services.access.wallets;
});
afterAll(() => exchange.close());

/**
 * Has the wallet sign the message of the page, modified by `change`. Returns the wallet's address and a function that
 * verifies the signature.
 */
async function brought(change: (message: string) => string, statement?: string) {
  const wallet = privateKeyToAccount(generatePrivateKey());
  const { domain, uri, chain_id, nonce, issued_at, expires_at } = await wallets.challenge(ORIGIN, asker);
  const message = change(
    createSiweMessage({
      address: wallet.address,
      domain,
      uri,
      version: '1',
      chainId: chain_id,
      nonce,
      issuedAt: new Date(issued_at),
      expirationTime: new Date(expires_at),
      ...(statement === undefined ? {} : { statement }),
    }),
  );
  const proof = { message, signature: await wallet.signMessage({ message }) };
  const verify = () => wallets.verify(ORIGIN, wallet.address, proof, asker);
  return { address: wallet.address, verify };
}

test.each([undefined, 'Sign in to Vitrine.', 'URI: URI: Nonce: of your own'])(
  'the issued wallet message is accepted once, with the statement %j',
  async (statement) => {
    const { address, verify } = await brought((message) => message, statement);
    expect(await verify()).toEqual({ provider: 'wallet', subject: address, label: address });
    await expect(verify()).rejects.toMatchObject({ code: 'wallet_nonce_used' });
  },
);

test.each<[string, (message: string) => string]>([
  ['a repeated field', (message) => message.replace(/(Version: 1\n)/, '$1$1')],
  ['a repeated nonce', (message) => message.replace(/(Nonce: .*\n)/, '$1$1')],
  ['all its fields repeated', (message) => `${message}\n${message.slice(message.indexOf('URI: '))}`],
  ['an empty statement', (message) => message.replace('\n\n\n', '\n\n\n\n')],
  ['two statements', (message) => message.replace('\n\n\n', '\n\nOne.\nAnother.\n\n')],
  ['a carriage return in its statement', (message) => message.replace('\n\n\n', '\n\nOne.\rAnother.\n\n')],
  ['an extra line', (message) => `${message}\n`],
  ['carriage returns', (message) => message.replace('Version: 1\n', 'Version: 1\r\n')],
  ['its fields in another order', (message) => message.replace(/(Version: 1\n)(Chain ID: 1\n)/, '$2$1')],
])('a wallet message with %s is refused, and its nonce is used up', async (_, change) => {
  const { verify } = await brought(change);
  await expect(verify()).rejects.toMatchObject({ code: 'wallet_message_invalid' });
  await expect(verify()).rejects.toMatchObject({ code: 'wallet_nonce_used' });
});

// If the search for the nonce started again at each repetition of the text and ran to the end of the message, it would
// take minutes.
test.for([
  ['URI: ', 'wallet_message_invalid'],
  ['Nonce: ', 'wallet_message_invalid'],
  ['\nNonce: ', 'wallet_message_invalid'],
  ['\nNonce: a', 'wallet_nonce_used'],
  ['a', 'wallet_message_invalid'],
  ['\n', 'wallet_message_invalid'],
] as const)(
  'a wallet message that repeats %j two hundred thousand times is refused',
  { timeout: 30_000 },
  async ([part, code]) => {
    const { verify } = await brought((message) => part.repeat(200_000) + message.replace(/Nonce: .*\n/, ''));
    await expect(verify()).rejects.toMatchObject({ code });
  },
);
