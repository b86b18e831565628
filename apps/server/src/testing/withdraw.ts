import { PASSWORD, type TestClient, type TestExchange, type TestResponse } from './test-exchange.ts';

/** External addresses, from the networks' own documentation. */
export const outside = {
  TRC20: 'TSW8zpeDDMrbToXvQuVM2rEeFaJQfJJx7D',
  ERC20: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  BEP20: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  BTC: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
} as const;

/** A withdrawal of USDT to an external TRON address, unless `fields` says otherwise. */
export const withdrawal = (fields: object = {}) => ({
  coin: 'USDT',
  bchain_name: 'TRC20',
  withdraw_address: outside.TRC20,
  withdraw_amount: '50',
  ...fields,
});

export const draft = (client: TestClient, fields: object = {}): Promise<TestResponse> =>
  client.post('/api/v3/otp', withdrawal(fields));

/** The newest code that was mailed to the client. */
export async function mailedCode({ visitor }: TestExchange, { email }: TestClient): Promise<string> {
  return (await visitor.get(`/sandbox/messages?to=${email}`)).body[0].code;
}

/** Drafts and confirms a withdrawal. */
export async function withdraw(exchange: TestExchange, client: TestClient, fields: object = {}, headers = {}) {
  const drafted = await draft(client, fields);
  if (drafted.status !== 200) throw new Error(`the draft was refused: ${JSON.stringify(drafted.body)}`);
  const { gasfee } = drafted.body.draft;
  const verification = drafted.body.factors.email_code === '' ? '' : await mailedCode(exchange, client);
  const { one_step: _, ...named } = withdrawal(fields) as Record<string, unknown>;
  return client.post(
    '/api/v3/withdrawals',
    { ...named, gasfee, verification, transaction_password: PASSWORD },
    headers,
  );
}

/** Saves an address as if the client had done so two days ago. Returns its id. */
export async function saveLongAgo(
  exchange: TestExchange,
  { owner }: TestClient,
  network: keyof typeof outside = 'TRC20',
) {
  const [row] = await exchange.query(
    `insert into saved_addresses (owner, network, address, label, added_at, usable_at)
     values ($1, $2, $3, 'Cold wallet', now() - interval '2 days', now() - interval '1 day')
     on conflict do nothing returning id`,
    [owner, network, outside[network]],
  );
  return Number(row?.id);
}

/** Switches on one-step withdrawals: the client's withdrawals to saved addresses then need no emailed code. */
export const allowOneStep = (exchange: TestExchange, { owner }: TestClient) =>
  exchange.query('insert into withdrawal_choices (owner, one_step) values ($1, true) on conflict do nothing', [owner]);

/**
 * Requires one operator's approval for withdrawals worth more than `one` USDT, and two operators' approvals for those
 * worth more than `two` USDT.
 */
export async function approveAbove({ services: { exchangeSettings } }: TestExchange, one: string, two = '50000') {
  const changes = { withdrawalApprovalAboveUsdt: { one, two } };
  await exchangeSettings.change({
    baseVersion: exchangeSettings.version(),
    changes,
    changedBy: 'a test',
    reason: 'a test',
  });
}

/** Creates a one-step draft, and returns the body of the request that confirms it. */
export async function oneStepDraft(exchange: TestExchange, client: TestClient) {
  await saveLongAgo(exchange, client);
  await allowOneStep(exchange, client);
  const { gasfee } = (await draft(client, { withdraw_amount: '10', one_step: true })).body.draft;
  return { ...withdrawal({ withdraw_amount: '10' }), gasfee, verification: '', transaction_password: PASSWORD };
}

/** Backdates the client's authenticator and passkeys by two days, so that they lift the single-withdrawal limit. */
export const ageFactors = async (exchange: TestExchange, { owner }: TestClient) => {
  const ofClient = 'person_id = (select person_id from client where owner = $1)';
  await exchange.query(`update authenticator set enrolled_at = enrolled_at - interval '2 days' where ${ofClient}`, [
    owner,
  ]);
  await exchange.query(`update passkey set created_at = created_at - interval '2 days' where ${ofClient}`, [owner]);
};
