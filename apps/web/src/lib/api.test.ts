import { type ErrorCode, errorReasons, errorTable, errorVariants } from '@vitrine/contract';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiError, call, errorText, onRefusal, toApiError } from './api.ts';
import { i18n, startI18n } from './i18n.ts';
import { signOut } from './session.ts';

beforeAll(() => startI18n());
afterEach(() => vi.unstubAllGlobals());

const json = (body: unknown, status: number, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

/** Responds to the next calls in turn and records the requests. */
function answering(...answers: (Response | Error)[]) {
  const sent: Request[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push(new Request(new URL(url, 'http://exchange.test'), init));
    const answer = answers.shift();
    if (answer instanceof Response) return answer;
    throw answer;
  });
  return sent;
}

test('an error has the server’s code and parameters, and the text from the catalogue', async () => {
  const body = {
    code: 'exceeds_balance',
    message: 'Insufficient balance (5)',
    retryable: false,
    parameters: { value: '5' },
  };
  const error = await toApiError(json({ ...body, message: 'In the words of a newer server' }, 422));
  expect(error).toMatchObject({ status: 422, ...body });
  expect(errorText(error)).toBe('Insufficient balance (5)');
});

const refused = (code: string, rest: object) => toApiError(json({ code, message: '', retryable: false, ...rest }, 422));

test('the reason in an error is shown in words, and times in the reader’s format', async () => {
  const end = String(Date.UTC(2026, 10, 22, 12, 10));
  const { message } = await refused('withdrawals_held', { parameters: { reason: 'recovery_code_used', end } });
  expect(message).toMatch(/^Withdrawals are on hold until Nov 22, 2026, .*: a recovery code was used$/);
  const missing = await refused('invalid_request', { parameters: { reason: 'field_missing', field: 'amount' } });
  expect(missing.message).toBe('The request is not valid: amount is missing');
});

test('a reason that an operator wrote is shown unchanged', async () => {
  const { message } = await refused('recipient_flagged', { parameters: { reason: 'Reported: <b>twice</b>.' } });
  expect(message).toBe('This address is linked to fraud. Withdrawals to it are blocked: Reported: <b>twice</b>.');
});

test('an endpoint’s own error text is used if the catalogue has one', async () => {
  const variant = await refused('login_failed', { variant: 'old_password' });
  const unknown = await refused('login_failed', { variant: 'newer' });
  expect([variant.message, unknown.message]).toEqual(['Invalid Old Password', 'Wrong email or password']);
});

test('words of the API in an error are written in the reader’s language', async () => {
  const parameters = { wallet: 'future', value: '5' };
  expect((await refused('exceeds_balance', { variant: 'wallet', parameters })).message).toBe(
    'Insufficient balance in future wallet',
  );
});

test('an error code missing from the catalogue is shown with the server’s text', async () => {
  expect((await refused('newer', { message: 'The moon is full' })).message).toBe('The moon is full');
});

test('the catalogue has the server’s text for every error', async () => {
  await i18n.loadNamespaces('errors');
  const blanks = (text: string) => text.replace(/\{(\w+)\}/g, '{{$1}}');
  const variants = Object.entries(errorVariants).flatMap(([code, texts]) =>
    Object.entries(texts).map(([variant, text]) => [`${code}_${variant}`, text] as const),
  );
  const messages = Object.entries(errorTable).map(([code, { message }]) => [code, message] as const);
  const inCatalogue = (texts: readonly (readonly [string, string])[]) =>
    Object.fromEntries(texts.map(([name, text]) => [name, blanks(text)]));
  expect(i18n.getResourceBundle('en', 'errors')).toEqual({
    codes: inCatalogue([...messages, ...variants]),
    reasons: inCatalogue(Object.entries(errorReasons)),
    words: expect.any(Object),
  });
});

test.each(Object.keys(errorTable))(
  'the text of the error %s uses every parameter that its message names',
  async (code) => {
    const names = Array.from(errorTable[code as ErrorCode].message.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
    const { message } = await refused(code, {
      parameters: Object.fromEntries(names.map((name) => [name, `<${name}>`])),
    });
    for (const name of names) expect(message).toContain(`<${name}>`);
    expect(message).not.toMatch(/[{}]/);
  },
);

test.each([
  [502, '<html>Bad Gateway</html>', 'no_response', 'No response from the server'],
  [500, 'oops', 'bad_answer', 'An error occurred while making the request'],
  [404, '{"detail":"else"}', 'bad_answer', 'An error occurred while making the request'],
])(
  'a response with status %i that is not the API’s becomes one of our messages',
  async (status, text, code, message) => {
    const error = await toApiError(new Response(text, { status }));
    expect(error).toMatchObject({ status, code, message });
  },
);

test('a missing connection is reported as a retryable error', async () => {
  answering(new TypeError('Failed to fetch'));
  const error = await call('GET /api/v3/system').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'no_response', retryable: true, status: 0 });
});

test('an aborted call is not reported as an error of the exchange', async () => {
  const abort = new AbortController();
  answering(new DOMException('aborted', 'AbortError'));
  abort.abort();
  const error = await call('GET /api/v3/system', { signal: abort.signal }).catch((thrown: unknown) => thrown);
  expect(error).not.toBeInstanceOf(ApiError);
});

test('a call sends its body, query and Idempotency-Key in the right places', async () => {
  const sent = answering(json({ message: 'success' }, 200), json({ coinpair: [] }, 200));
  await call('POST /sandbox/deposits', { body: { coin: 'BTC', amount: '1' }, idempotencyKey: 'k-1' });
  await call('GET /api/v3/trades/order-histories', { query: { name: 'BTCUSDT', limit: 5 } });
  expect(sent[0]?.headers.get('idempotency-key')).toBe('k-1');
  expect(await sent[0]?.json()).toEqual({ coin: 'BTC', amount: '1' });
  expect(sent[1]?.url).toBe('http://exchange.test/api/v3/trades/order-histories?name=BTCUSDT&limit=5');
  expect(sent[1]?.headers.get('idempotency-key')).toBeNull();
});

test('after a write, reads request at least its log position', async () => {
  const sent = answering(json({ message: 'success' }, 200, { 'x-log-position': '77' }), json({}, 200));
  await call('POST /api/v3/orders/cancel', { body: { order_id: '1' } });
  await call('GET /api/v3/system');
  expect(sent[1]?.headers.get('x-min-position')).toBe('77');
});

test('a sign-out completes after the page is left', async () => {
  const sent = answering(json({ message: 'success' }, 200), json({}, 200));
  await signOut();
  await call('GET /api/v3/system');
  expect(sent.map(({ keepalive }) => keepalive)).toEqual([true, false]);
});

test('refusals are passed to their listeners', async () => {
  answering(json({ code: 'session_expired', message: 'Your session has ended.', retryable: false }, 401));
  const codes: string[] = [];
  const stop = onRefusal(({ code }) => codes.push(code));
  await call('GET /api/v3/account-client').catch(() => undefined);
  stop();
  expect(codes).toEqual(['session_expired']);
});

test('an unknown error has a message too', () => {
  expect(errorText(new RangeError('bug'))).toBe('Something went wrong');
});
