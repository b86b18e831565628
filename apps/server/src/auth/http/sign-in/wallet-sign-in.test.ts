import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { type CreateSiweMessageParameters, createSiweMessage } from 'viem/siwe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../../testing/browser.ts';
import { inTurn } from '../../../testing/in-turn.ts';
import { PASSWORD, TestExchange, type TestResponse } from '../../../testing/test-exchange.ts';

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());

const newWallet = () => privateKeyToAccount(generatePrivateKey());

/**
 * Has the wallet sign the message of the page, with the fields in `differs` replaced. Returns the form for the sign-in.
 */
async function signed(browser: Browser, wallet: PrivateKeyAccount, differs: Partial<CreateSiweMessageParameters> = {}) {
  const { body } = await browser.post('/api/v3/web3-nonce');
  const message = createSiweMessage({
    address: wallet.address,
    domain: body.domain,
    uri: body.uri,
    version: '1',
    chainId: body.chain_id,
    nonce: body.nonce,
    issuedAt: new Date(body.issued_at),
    expirationTime: new Date(body.expires_at),
    ...differs,
  });
  return { username: wallet.address, message, signature: await wallet.signMessage({ message }) };
}

const login = (browser: Browser, form: object) => browser.post('/api/v3/web3-login', form);

async function clientWithWallet() {
  const client = await exchange.client();
  const browser = new Browser(exchange);
  const wallet = newWallet();
  await login(browser, await signed(browser, wallet));
  await browser.post('/api/v3/login', { username: client.email, password: PASSWORD, connect: 'wallet' });
  return { client, wallet, browser };
}

describe('signing in with a browser wallet', () => {
  test('an unknown wallet leads to sign-up, which connects it, and can sign in from then on', async () => {
    const browser = new Browser(exchange);
    const wallet = newWallet();
    expect((await login(browser, await signed(browser, wallet))).body).toEqual({
      message: 'UNKNOWN_ACCOUNT',
      provider: 'wallet',
      label: wallet.address,
      email_proved: false,
    });
    const username = 'vitalik@test.example';
    const form = { username, password: PASSWORD, password_confirmation: PASSWORD, connect: 'wallet' };
    expect((await browser.post('/api/v2/register', form)).body).toEqual({ message: 'CODE_DOES_NOT_MATCH' });
    await browser.post('/api/v2/send-code', { email: username });
    const code = (await browser.get(`/sandbox/messages?to=${username}`)).body[0].code;
    expect((await browser.post('/api/v2/register', { ...form, code })).body).toEqual({ message: 'SUCCESS' });
    const answer = await login(browser, await signed(browser, wallet));
    expect(answer.body.client).toMatchObject({ email: username, user: { provider: 'wallet' } });
  });

  test('a sign-in that a password reset has overtaken does not connect the wallet', async () => {
    const client = await exchange.client();
    const browser = new Browser(exchange);
    const wallet = newWallet();
    await login(browser, await signed(browser, wallet));
    await exchange.visitor.post('/api/v3/forgot-password/send-code', { email: client.email });
    const { code } = (await exchange.visitor.get(`/sandbox/messages?to=${client.email}`)).body[0];
    const { body } = await exchange.visitor.post('/api/v3/forget-password-code/verify', { email: client.email, code });
    const form = { email: client.email, token: body.token, password: 'another horse battery 77' };
    const credentials = { username: client.email, password: PASSWORD, connect: 'wallet' };
    const lock = `select from client where owner = ${client.owner} for no key update`;
    const [reset, signedIn] = await inTurn<[TestResponse, TestResponse]>(exchange, lock, [
      () => exchange.visitor.post('/api/v3/reset-password', form),
      () => browser.post('/api/v3/login', credentials),
    ]);
    expect([reset.status, signedIn.body.code]).toEqual([200, 'login_failed']);
    expect((await login(browser, await signed(browser, wallet))).body.message).toBe('UNKNOWN_ACCOUNT');
  });

  test('the address in the message may be in upper or lower case', async () => {
    const { wallet, client } = await clientWithWallet();
    const browser = new Browser(exchange);
    const form = await signed(browser, wallet);
    const answer = await login(browser, { ...form, username: wallet.address.toLowerCase() });
    expect(answer.body.client.email).toBe(client.email);
  });

  test('a message works once, even if sent several times concurrently', async () => {
    const { wallet } = await clientWithWallet();
    const browser = new Browser(exchange);
    const form = await signed(browser, wallet);
    const answers = await Promise.all([1, 2, 3, 4].map(() => login(browser, form)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await login(browser, form)).body.code).toBe('wallet_nonce_used');
  });

  const past = new Date(Date.now() - 1000);
  test.each([
    ['wallet_message_invalid', 'for another domain', { domain: 'evil.example' }],
    ['wallet_message_invalid', 'for another address of the site', { uri: 'https://evil.example' }],
    ['wallet_message_invalid', 'for another chain', { chainId: 56 }],
    ['wallet_message_invalid', 'that has expired', { expirationTime: past }],
    ['wallet_message_invalid', 'without an expiry', { expirationTime: undefined }],
    ['wallet_message_invalid', 'that is not valid yet', { notBefore: new Date(Date.now() + 60_000) }],
    ['wallet_message_invalid', 'with another scheme', { scheme: 'evil' }],
    [
      'wallet_message_invalid',
      'valid for a hundred years',
      { expirationTime: new Date(Date.now() + 36_500 * 86_400_000) },
    ],
    ['wallet_message_invalid', 'issued at another time', { issuedAt: new Date(0) }],
    ['wallet_message_invalid', 'with more than was requested', { resources: ['https://evil.example'] }],
    ['wallet_message_invalid', 'for another request', { requestId: 'x' }],
    ['wallet_message_invalid', 'of another wallet', { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }],
    ['wallet_nonce_used', 'with a nonce that was not issued', { nonce: 'guessedguessedguessed' }],
  ] as const)('refused as %s: a message %s', async (code, _, differs) => {
    const { wallet } = await clientWithWallet();
    const browser = new Browser(exchange);
    const answer = await login(browser, await signed(browser, wallet, differs as never));
    expect(answer.body.code).toBe(code);
    expect(browser.cookies.has('__Host-vitrine')).toBe(false);
  });

  test('a signature by another wallet, or of another message, is refused', async () => {
    const { wallet } = await clientWithWallet();
    const browser = new Browser(exchange);
    const form = await signed(browser, wallet);
    const stranger = await newWallet().signMessage({ message: form.message });
    expect((await login(browser, { ...form, signature: stranger })).body.code).toBe('wallet_signature_wrong');
    const another = await signed(browser, wallet);
    const crossed = { ...another, signature: (await signed(browser, wallet)).signature };
    expect((await login(browser, crossed)).body.code).toBe('wallet_signature_wrong');
  });

  test('the page may choose the statement that is signed', async () => {
    const { wallet } = await clientWithWallet();
    const browser = new Browser(exchange);
    const form = await signed(browser, wallet, { statement: 'Sign in to Vitrine.' });
    expect((await login(browser, form)).status).toBe(200);
  });

  test('a message requested by one browser does not sign in another', async () => {
    const { wallet } = await clientWithWallet();
    const form = await signed(new Browser(exchange), wallet);
    const other = new Browser(exchange);
    await signed(other, wallet);
    expect((await login(other, form)).body.code).toBe('wallet_message_invalid');
  });

  test('a message for connecting does not sign in, and one for signing in does not connect', async () => {
    const { wallet, browser } = await clientWithWallet();
    expect((await login(browser, await signed(browser, wallet))).body.code).toBe('wallet_message_invalid');
    const client = await exchange.client();
    const page = new Browser(exchange);
    const { username, ...proof } = await signed(page, newWallet());
    await page.post('/api/v3/login', { username: client.email, password: PASSWORD });
    const form = { web3_wallet: username, ...proof, password: PASSWORD };
    expect((await page.post('/api/v3/web3-connect', form)).body.code).toBe('wallet_message_invalid');
  });

  test('a message with an expired nonce is refused', async () => {
    const { wallet } = await clientWithWallet();
    const browser = new Browser(exchange);
    const form = await signed(browser, wallet);
    await exchange.query(`update one_time_token set expires_at = now() - interval '1 second'`);
    expect((await login(browser, form)).body.code).toBe('wallet_nonce_used');
  });
});

describe('connecting a wallet to an account', () => {
  test('requires the password and the signature; a connected wallet belongs to one account', async () => {
    const wallet = newWallet();
    const connect = async (browser: Browser, password: string) => {
      const { username, ...proof } = await signed(browser, wallet);
      return browser.post('/api/v3/web3-connect', { web3_wallet: username, ...proof, password });
    };
    const first = await clientWithWallet();
    expect((await connect(first.browser, 'not mine at all')).body.code).toBe('wrong_password');
    expect((await connect(first.browser, PASSWORD)).status).toBe(200);
    const second = await clientWithWallet();
    expect((await connect(second.browser, PASSWORD)).body.code).toBe('connection_taken');
    const remove = { address: wallet.address, password: PASSWORD };
    expect((await second.browser.post('/api/v3/connections/wallet/remove', remove)).body.code).toBe(
      'connection_unknown',
    );
    expect((await first.browser.post('/api/v3/connections/wallet/remove', remove)).status).toBe(200);
    expect((await connect(second.browser, PASSWORD)).status).toBe(200);
  });
});
