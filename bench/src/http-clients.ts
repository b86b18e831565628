/** A client that has signed up over HTTP, like a real one. */
export interface BenchClient {
  readonly email: string;
  readonly token: string;
}

const PASSWORD = 'Pelican-orchard-58';

interface Sender {
  readonly token?: string;
  /** The client address that a proxy would report. */
  readonly address?: string;
}

async function post(
  url: string,
  path: string,
  body: object,
  { token, address }: Sender = {},
): Promise<Record<string, unknown>> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
    },
    body: JSON.stringify(body),
  });
  const json = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${JSON.stringify(json)}`);
  return json;
}

/** With `minPosition`, waits until the response reflects that log position. */
export async function get(
  url: string,
  path: string,
  token?: string,
  minPosition = 0,
): Promise<Record<string, unknown>> {
  const headers: Record<string, string> = { 'x-min-position': String(minPosition) };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  const answer = await fetch(url + path, { headers });
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}`);
  return (await answer.json()) as Record<string, unknown>;
}

let opened = 0;

/** A new client with these deposits. Its session needs the transaction password once: see `unlock`. */
export async function openClient(url: string, email: string, deposits: Record<string, string>): Promise<BenchClient> {
  // Each client has its own address, like real clients.
  const from = { address: `198.18.${Math.floor(++opened / 250)}.${(opened % 250) + 1}` };
  await post(url, '/api/v2/send-code', { email }, from);
  const messages = (await get(url, `/sandbox/messages?to=${encodeURIComponent(email)}`)) as unknown as {
    code: string;
  }[];
  const form = {
    username: email,
    code: messages[0]?.code,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    transaction_password: PASSWORD,
  };
  await post(url, '/api/v2/register', form, from);
  const { token } = await post(url, '/api/v3/login', { username: email, password: PASSWORD }, from);
  for (const [coin, amount] of Object.entries(deposits)) {
    await post(url, '/sandbox/deposits', { coin, amount, username: email });
  }
  return { email, token: String(token) };
}

/** Places an order with the transaction password, so that the session's next orders need none for 15 minutes. */
export async function unlock(url: string, { token }: BenchClient, order: object): Promise<{ position: number }> {
  const body = { ...order, transaction_password: PASSWORD, remember: true };
  const { position } = await post(url, '/api/v2/my-order', body, { token });
  return { position: Number(position) };
}
