import {
  candleIntervals,
  clientErrors,
  commonErrors,
  type Endpoint,
  type ErrorCode,
  endpoints,
  errorMessage,
  errorReasons,
  errorTable,
  moneyErrors,
  OrderItem,
  StreamRequest,
} from '@vitrine/contract';
import { boundsText, type JsonSchema, schemaText } from './schema-text.ts';

const generated = '<!-- Written by `npm run docs` from packages/contract. Change it there. -->';

const areaTitles: Readonly<Record<Endpoint['area'], string>> = {
  account: 'Account',
  markets: 'Markets',
  orders: 'Orders',
  futures: 'Perpetual futures',
  wallet: 'Wallet',
  earn: 'Earn',
  security: 'Security',
  identity: 'Identity and profile',
  support: 'Support, notifications and news',
  console: 'Console',
  datafeed: 'Chart datafeed (UDF)',
  system: 'System',
  sandbox: 'Sandbox',
};

const listed = Object.entries(endpoints as Readonly<Record<string, Endpoint>>);

/** docs/errors.md: the table of errors, and the endpoints that have their own message for an error. */
export function errorReference(): string {
  const rows = Object.entries(errorTable).map(
    ([code, { status, message, retryable }]) =>
      `| \`${code}\` | ${status} | ${message} | ${retryable ? 'yes' : 'no'} |`,
  );
  const ownTexts = listed.flatMap(([key, { method, path, wording = {} }]) =>
    Object.entries(wording).map(
      ([code, variant]) =>
        `| \`${code}\` | \`${variant}\` | ${method} ${path} (\`${key}\`) | ${errorMessage(code as ErrorCode, wording)} |`,
    ),
  );
  const reasons = Object.entries(errorReasons).map(([reason, text]) => `| \`${reason}\` | ${text} |`);
  return `${generated}

# Errors

Every response with status 400 or above has the body \`${schemaText(errorBody)}\`.
\`message\` can be shown to a person; \`{name}\` stands for the value of that name in \`parameters\`; values are codes, numbers,
amounts and times (\`end\`, \`time\`: Unix milliseconds). \`variant\` names the endpoint's own version of the message, if it has one. \`retryable\` says whether the same
call may succeed later; with the same \`Idempotency-Key\` it moves money at most once. A response of 429 or 503 carries
\`Retry-After\`, in seconds.

| code | status | message | retryable |
|---|---|---|---|
${rows.join('\n')}

## Alternative messages

| code | variant | at | message |
|---|---|---|---|
${ownTexts.join('\n')}

## Reasons

The possible values of the parameter \`reason\`, and the text that the message contains for each. For a blocked address, an operator writes the text.

| reason | text |
|---|---|
${reasons.join('\n')}
`;
}

const errorBody: JsonSchema = {
  type: 'object',
  required: ['code', 'message', 'retryable'],
  properties: {
    code: { type: 'string' },
    variant: { type: 'string' },
    message: { type: 'string' },
    retryable: { type: 'boolean' },
    parameters: { type: 'object', patternProperties: { '': { type: 'string' } } },
  },
};

/**
 * docs/api.md: every endpoint and the stream.
 * @param streamSource text of packages/contract/src/stream.ts, where the server's messages are types, not data
 */
export function apiReference(streamSource: string): string {
  const areas = Object.entries(areaTitles).flatMap(([area, title]) => {
    const own = listed.filter(([, endpoint]) => endpoint.area === area);
    return own.length === 0 ? [] : [`## ${title}\n\n${own.map(endpointText).join('\n\n')}`];
  });
  return `${generated}

# API

A running exchange serves the same reference at \`/docs\`, and as OpenAPI at \`/docs/json\`.

- Bodies are JSON, except uploads, which are the bytes of a file (\`application/octet-stream\`); unknown fields are refused. Amounts and prices are decimal strings (\`"0.015"\`), times are Unix milliseconds.
- *Client* calls need a session: the cookie set at sign-in, or \`Authorization: Bearer TOKEN\` with the token from
  its response. A cookie-authenticated call that changes something must come from the exchange's own origin.
- *Idempotency-Key*: calls that move money or change an order take this header (1 to 128 visible ASCII characters). The same
  key with the same body returns the first result; with a different body, the call is refused.
- *GET form*: the same call with its fields in the query, for older programs. It is served in sandbox mode or with
  \`COMPAT_GET=on\`, and does not accept cookies.
- Responses carry the log position they reflect (\`X-Log-Position\`). A call with \`X-Min-Position\` waits up to two seconds
  until this server has reached that position: the way to read your own writes. Shared public data may still be
  older: trading data by 15 seconds (the header states its position), the highest and lowest prices in a coin's profile by 60.
- Errors are explained in [errors.md](errors.md). Any call may return ${errorNames(commonErrors)}; a client call
  also with ${errorNames(clientErrors)}; a call with Idempotency-Key also with ${errorNames(moneyErrors)}. Below, only
  additional errors are listed.

${areas.join('\n\n')}

## Stream

A WebSocket at \`/stream\`, one JSON object per message. What a client may send:

\`\`\`ts
${(StreamRequest as unknown as { anyOf: JsonSchema[] }).anyOf.map((part) => `| ${schemaText(part)}`).join('\n')}
\`\`\`

What the server sends (ErrorCode is a code of [errors.md](errors.md)):

\`\`\`ts
type CandleInterval = ${candleIntervals.map((interval) => `'${interval}'`).join(' | ')};
type OrderItem = ${schemaText(OrderItem as JsonSchema)};
${serverMessages(streamSource)}
\`\`\`
`;
}

function endpointText([key, endpoint]: readonly [string, Endpoint]): string {
  const { method, path, summary, access, query, body, file, response, money, compatGet, aliases, sandboxOnly, errors } =
    endpoint;
  const remarks = [
    `\`${key}\``,
    access === 'visitor' ? 'public' : access,
    ...(money ? ['Idempotency-Key'] : []),
    ...(compatGet ? ['GET form'] : []),
    ...(sandboxOnly ? ['sandbox only'] : []),
    ...(aliases ?? []).map((alias) => `also ${alias}`),
  ];
  return [
    `### ${method} ${path}`,
    summary,
    remarks.join(' · '),
    ...(query === undefined ? [] : [fieldTable('Query', query as JsonSchema)]),
    ...(file === undefined
      ? []
      : [`Body: the content of the file, at most ${file.mostBytes} bytes; ${file.perHour} files per hour.`]),
    ...(body === undefined ? [] : [fieldTable('Body', body as JsonSchema)]),
    `Response:\n\n\`\`\`ts\n${schemaText(response as JsonSchema)}\n\`\`\``,
    ...(errors.length === 0 ? [] : [`Errors: ${errorNames(errors)}`]),
  ].join('\n\n');
}

function errorNames(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `\`${code}\` (${errorTable[code].status})`).join(', ');
}

function fieldTable(title: string, schema: JsonSchema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const needed = schema.required?.includes(name) ? 'yes' : '';
    return `| \`${name}\` | \`${schemaText(field).replaceAll('|', '\\|')}\` | ${needed} | ${boundsText(field)} |`;
  });
  return `| ${title} | type | required | |\n|---|---|---|---|\n${rows.join('\n')}`;
}

/** The declarations after StreamRequest, without the parts that only the compiler needs. */
function serverMessages(streamSource: string): string {
  const from = streamSource.indexOf('/** Price and size as decimal strings');
  if (from === -1)
    throw new Error('packages/contract/src/stream.ts no longer begins its server messages with BookLevel');
  return streamSource
    .slice(from)
    .replaceAll('readonly ', '')
    .replaceAll('export ', '')
    .replaceAll('Static<typeof OrderItem>', 'OrderItem')
    .trim();
}
