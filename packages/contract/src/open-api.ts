import type { TObject, TSchema } from 'typebox';
import { endpoints } from './all-endpoints.ts';
import { type Endpoint, ErrorBodySchema, errorsOf } from './endpoint.ts';
import { type ErrorCode, errorMessage, errorTable } from './errors.ts';

type Json = Record<string, unknown>;

export interface OpenApiOptions {
  readonly brand: string;
  readonly version: string;
  readonly sandbox: boolean;
  /** Whether the GET forms of state-changing calls are served. */
  readonly compatGet: boolean;
}

const areas: Record<Endpoint['area'], string> = {
  account: 'Sign-up, sign-in and password reset; display preferences; restrictions of the account and appeals.',
  markets: 'Prices, books, candles and the rules of each market. Open to everyone.',
  orders: 'Placing, changing and cancelling spot orders; order and trade history; conversions.',
  futures: 'Perpetual markets: rules, prices, orders, positions, margin and funding.',
  wallet: 'Balances, deposits, withdrawals, transfers, purchases, statements and reports.',
  earn: 'Products that pay interest, and the client’s subscriptions to them.',
  security: 'Passwords, second factors, connected Google accounts and wallets, sessions and security events.',
  identity: 'Proof of identity, profile, verification limits and fee tiers.',
  support: 'Contacting support; notifications and news.',
  console:
    'For staff, signed in to the console. Every call is recorded in the audit trail, except reads that show no client data.',
  datafeed: 'Symbols and candles in the UDF protocol (Universal Data Feed), for charting libraries.',
  system: 'Mode, time and log position of the server, ledger sums and health checks.',
  sandbox:
    'Only in a sandbox: reading emails and text messages; simulating deposits, refunds, blocks, prices and funding; moving the clock.',
};

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(options: OpenApiOptions): Json {
  const paths: Record<string, Json> = {};
  for (const [key, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
    if (endpoint.sandboxOnly && !options.sandbox) continue;
    for (const [index, address] of [endpoint.path, ...(endpoint.aliases ?? [])].entries()) {
      const path = address.replaceAll(/:(\w+)/g, '{$1}');
      const id = index === 0 ? key : `${key}Alias${index}`;
      paths[path] ??= {};
      paths[path][endpoint.method.toLowerCase()] = operation(id, path, endpoint);
      if (endpoint.compatGet && options.compatGet) paths[path].get = compatOperation(`${id}ByGet`, path, endpoint);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${options.brand} API`,
      version: options.version,
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(areas)
      .filter(([area]) => options.sandbox || area !== 'sandbox')
      .map(([name, description]) => ({ name, description })),
    components: {
      schemas: { Error: ErrorBodySchema },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The `token` returned by POST /api/v3/login.' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-vitrine',
          description: 'The session cookie, set by signing in.',
        },
        console_cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-vitrine-console',
          description: 'The session cookie of the console, set by signing in to it.',
        },
      },
    },
    paths,
  };
}

const introduction = `Amounts and prices are decimal strings ("0.015"), times are milliseconds since 1970.

**Sign in** with \`POST /api/v3/login\` and send its \`token\` as \`Authorization: Bearer …\`. A request that changes something and is authenticated by a cookie must come from the exchange's own pages.

**Idempotency-Key**: calls that move money or change orders take this header (1 to 128 visible ASCII characters). The same key with the same content returns the first result, for at least an hour; with different content, the call is refused as \`reference_conflict\`. A refused call does not use up the key.

**Log positions**: every response states in \`X-Log-Position\` how many commands of the exchange's log it reflects. A read with \`X-Min-Position\` waits up to two seconds until it reflects at least that many; after that, the error is \`position_not_reached\`. Shared public data is returned without waiting: trading data may be 15 seconds old (the header states its position), and the highest and lowest prices in a coin's profile 60 seconds.

**Errors** are \`{code, message, retryable, parameters}\`. If \`retryable\` is true, the same request may succeed later; with status 429 or 503 the header \`Retry-After\` gives the seconds to wait.

**The stream** at \`/stream\` (WebSocket) sends books, trades, tickers, candles and a client's own orders and balances as numbered snapshots and updates.`;

function operation(id: string, path: string, endpoint: Endpoint): Json {
  return {
    operationId: id,
    tags: [endpoint.area],
    summary: path,
    description: endpoint.summary,
    security: securityOf(endpoint),
    parameters: [...pathParameters(path), ...queryParameters(endpoint.query), ...headerParameters(endpoint)],
    ...(endpoint.file === undefined ? {} : { requestBody: fileBody }),
    ...(endpoint.body === undefined ? {} : { requestBody: requestBody(endpoint.body, endpoint.example) }),
    responses: { 200: success(endpoint), ...failures(endpoint) },
  };
}

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer' },
  }));

const securityOf = ({ access }: Endpoint): Json[] => {
  if (access === 'visitor') return [];
  return [{ bearer: [] }, access === 'staff' ? { console_cookie: [] } : { cookie: [] }];
};

function compatOperation(id: string, path: string, endpoint: Endpoint): Json {
  return {
    ...operation(id, path, { ...endpoint, method: 'GET' }),
    description: `${endpoint.summary} This is the GET form of the call, for older programs: its fields are in the query, and cookies are not accepted.`,
    deprecated: true,
    security: endpoint.access === 'client' ? [{ bearer: [] }] : [],
    parameters: [...pathParameters(path), ...queryParameters(endpoint.body), ...headerParameters(endpoint)],
    requestBody: undefined,
  };
}

function queryParameters(query: TObject | undefined): Json[] {
  if (query === undefined) return [];
  const required = new Set<string>(query.required ?? []);
  return Object.entries(query.properties as Record<string, TSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
  }));
}

function headerParameters({ money, method }: Endpoint): Json[] {
  const headers: Json[] = [];
  if (money) {
    headers.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Chosen by the caller. If the same request is repeated with the same key, it returns the first result and takes effect only once.',
      schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$', examples: ['2f6d1f0e-order-1'] },
    });
  }
  if (method === 'GET') {
    headers.push({
      name: 'X-Min-Position',
      in: 'header',
      required: false,
      description:
        'The log position that the response must have reached. The server waits up to two seconds for it; after that, the error is `position_not_reached`.',
      schema: { type: 'integer', minimum: 0 },
    });
  }
  return headers;
}

const requestBody = (schema: TObject, example: unknown): Json => ({
  required: (schema.required ?? []).length > 0,
  content: { 'application/json': { schema, example: example ?? exampleOf(schema) } },
});

const fileBody: Json = { required: true, content: { 'application/octet-stream': {} } };

const success = ({ summary, response }: Endpoint): Json => ({
  description: summary,
  headers: {
    'X-Log-Position': { description: 'The log position that the response reflects.', schema: { type: 'integer' } },
  },
  content: { 'application/json': { schema: response, example: exampleOf(response) } },
});

/** One response per status, with an example per error code, in the wording of this endpoint. */
function failures(endpoint: Endpoint): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(endpoint)) {
    const { status } = errorTable[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].sort(([a], [b]) => a - b).map(([status, codes]) => [status, failure(codes, endpoint.wording)]),
  );
}

function failure(codes: readonly ErrorCode[], wording: Endpoint['wording']): Json {
  const rows = codes.map((code) => {
    return { code, message: errorMessage(code, wording), retryable: errorTable[code].retryable };
  });
  return {
    description: rows.map(({ code, message }) => `\`${code}\`: ${message}`).join('\n\n'),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(rows.map((value) => [value.code, { value }])),
      },
    },
  };
}

/** A value that fits the schema, composed of its examples; objects have only their required fields. */
function exampleOf(schema: TSchema): unknown {
  const {
    examples,
    default: preset,
    enum: words,
    anyOf,
    type,
    items,
    properties,
    required,
  } = schema as Json & {
    examples?: unknown[];
    enum?: unknown[];
    anyOf?: TSchema[];
    items?: TSchema;
    properties?: Record<string, TSchema>;
    required?: string[];
  };
  if (examples?.[0] !== undefined) return examples[0];
  if (preset !== undefined) return preset;
  if (words?.[0] !== undefined) return words[0];
  if (anyOf?.[0] !== undefined) return exampleOf(anyOf[0]);
  if (type === 'array') return items === undefined ? [] : [exampleOf(items)];
  if (type === 'object') {
    const fields = Object.entries(properties ?? {}).filter(([name]) => required?.includes(name));
    return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field)]));
  }
  if (type === 'integer' || type === 'number') return 0;
  return type === 'boolean' ? false : '';
}
