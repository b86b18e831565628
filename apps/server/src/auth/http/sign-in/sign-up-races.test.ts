import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../../../testing/browser.ts';
import { inTurn } from '../../../testing/in-turn.ts';
import { PASSWORD, TestExchange, type TestResponse } from '../../../testing/test-exchange.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());

const newWallet = () => privateKeyToAccount(generatePrivateKey());

async function signIn(browser: Browser, wallet: PrivateKeyAccount): Promise<TestResponse> {
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
  });
  const signature = await wallet.signMessage({ message });
  return browser.post('/api/v3/web3-login', { username: wallet.address, message, signature });
}

interface SignUp {
  readonly username: string;
  readonly browser: Browser;
  /** Sends the form, with the fields in `differs` replaced. */
  readonly send: (differs?: object) => Promise<TestResponse>;
}

/** A browser that has proved ownership of the wallet and has received a code for this email address. */
async function signUpWith(wallet: PrivateKeyAccount, username: string): Promise<SignUp> {
  const browser = new Browser(exchange);
  await signIn(browser, wallet);
  await browser.post('/api/v2/send-code', { email: username });
  const [{ code }] = (await browser.get(`/sandbox/messages?to=${username}`)).body;
  const form = { username, code, password: PASSWORD, password_confirmation: PASSWORD, connect: 'wallet' };
  return { username, browser, send: (differs = {}) => browser.post('/api/v2/register', { ...form, ...differs }) };
}

const outcomeOf = ({ status, body }: TestResponse): string => `${status} ${body.code ?? body.message}`;
const accountsOf = async (email: string) =>
  (await exchange.query('select from client join person on person.id = client.person_id where email = $1', [email]))
    .length;

test('of two concurrent sign-ups with one wallet, one opens an account; the other’s code stays valid', async () => {
  const wallet = newWallet();
  const forms = [await signUpWith(wallet, 'one@test.example'), await signUpWith(wallet, 'two@test.example')];
  const answers = await Promise.all(forms.map(({ send }) => send()));
  expect(answers.map(outcomeOf).toSorted()).toEqual(['200 SUCCESS', '409 connection_taken']);
  const [winner, loser] = forms.toSorted(
    (one, other) => (answers[forms.indexOf(one)]?.status ?? 0) - (answers[forms.indexOf(other)]?.status ?? 0),
  ) as [SignUp, SignUp];
  expect(await accountsOf(loser.username)).toBe(0);
  expect((await signIn(new Browser(exchange), wallet)).body.client.email).toBe(winner.username);
  expect(outcomeOf(await loser.send({ connect: undefined }))).toBe('200 SUCCESS');
});

test('a sign-up opens no account and uses up no code if a client connects its wallet after the form was checked', async () => {
  const wallet = newWallet();
  const client = await exchange.client();
  const { username, send } = await signUpWith(wallet, 'late@test.example');
  const connecting = `insert into connection (provider, subject, person_id, label)
    select 'wallet', '${wallet.address}', person_id, '${wallet.address}' from client where owner = ${client.owner}`;
  const [refused] = await inTurn<[TestResponse]>(exchange, connecting, [() => send()]);
  expect(outcomeOf(refused)).toBe('409 connection_taken');
  expect(await accountsOf(username)).toBe(0);
  expect((await signIn(new Browser(exchange), wallet)).body.client.email).toBe(client.email);
  expect(outcomeOf(await send({ connect: undefined }))).toBe('200 SUCCESS');
});

test('an account, its sign-in method and its notifications are created together or not at all', async () => {
  const wallet = newWallet();
  const { username, send } = await signUpWith(wallet, 'whole@test.example');
  expect(outcomeOf(await send())).toBe('200 SUCCESS');
  const events = await exchange.query(
    `select kind, details from security_event join client using (owner) join person on person.id = client.person_id
     where email = $1`,
    [username],
  );
  expect(events).toEqual([{ kind: 'wallet_connected', details: { label: wallet.address } }]);
  expect((await signIn(new Browser(exchange), wallet)).body.client.email).toBe(username);
});
