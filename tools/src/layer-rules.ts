/** What a package may import. */
export interface PackageRule {
  /** Other packages of this repository. */
  readonly mayImport: readonly string[];
  /** Node's own modules: none for what must also run in a browser or be free of input and output. */
  readonly builtIns: 'all' | readonly string[];
}

/** Package folder → what it may import. Tests and benchmarks may also use what tools offers them, such as a database. */
export const packageRules: Readonly<Record<string, PackageRule>> = {
  'packages/money': { mayImport: [], builtIns: [] },
  'packages/core': { mayImport: ['@vitrine/money'], builtIns: ['node:crypto'] },
  'packages/sequencer': { mayImport: ['@vitrine/money', '@vitrine/core'], builtIns: 'all' },
  'packages/contract': { mayImport: ['@vitrine/money'], builtIns: [] },
  // Read alike in a browser and on the server.
  'packages/addresses': { mayImport: [], builtIns: [] },
  // Node's own: HTTP of nodes and hashes.
  'packages/chains': { mayImport: ['@vitrine/money', '@vitrine/addresses'], builtIns: 'all' },
  'packages/ui': { mayImport: ['@vitrine/money'], builtIns: [] },
  'packages/sim': {
    mayImport: ['@vitrine/money', '@vitrine/core', '@vitrine/sequencer', '@vitrine/chains'],
    builtIns: 'all',
  },
  'apps/signer': { mayImport: ['@vitrine/chains'], builtIns: 'all' },
  'apps/server': {
    mayImport: ['@vitrine/money', '@vitrine/core', '@vitrine/sequencer', '@vitrine/contract', '@vitrine/chains'],
    builtIns: 'all',
  },
  'apps/web': { mayImport: ['@vitrine/money', '@vitrine/addresses', '@vitrine/contract', '@vitrine/ui'], builtIns: [] },
  'apps/console': { mayImport: ['@vitrine/money', '@vitrine/contract', '@vitrine/ui'], builtIns: [] },
  e2e: { mayImport: ['@vitrine/money', '@vitrine/contract', '@vitrine/chains'], builtIns: 'all' },
  bench: {
    mayImport: ['@vitrine/money', '@vitrine/core', '@vitrine/sequencer', '@vitrine/contract', '@vitrine/server'],
    builtIns: 'all',
  },
  tools: { mayImport: ['@vitrine/contract'], builtIns: 'all' },
};

/** Area of an application's src folder → the areas it may import besides itself. Tests may import any. */
export type AreaRules = Readonly<Record<string, 'all' | readonly string[]>>;

const reactAreas: AreaRules = {
  'main.tsx': 'all',
  app: ['routes', 'ui', 'lib', 'locales', 'features'],
  routes: ['app', 'app/paths.ts', 'features', 'ui', 'lib', 'locales'],
  features: ['app/paths.ts', 'ui', 'lib', 'locales'],
  ui: ['app/paths.ts', 'lib', 'locales'],
  lib: ['app/paths.ts', 'locales'],
  locales: [],
  'app/paths.ts': [],
};

/**
 * An area is a folder under src, or a file in it. `features` stands for each feature by itself: one feature never
 * imports another, even though routes may import all of them. Nothing imports wiring but the two files that start it.
 */
export const areaRules: Readonly<Record<string, AreaRules>> = {
  'apps/server': {
    'server.ts': 'all',
    'app.ts': 'all',
    // Commands of the machine itself.
    'create-admin.ts': 'all',
    'verify-audit.ts': 'all',
    'verify-log.ts': 'all',
    wiring: [
      'app.ts',
      'http',
      'stream',
      'read-models',
      'jobs',
      'providers',
      'identity',
      'staff',
      'exchange-settings',
      'audit',
      'kyc',
      'uploads',
      'people',
      'notices',
      'support',
      'custody',
      'payments',
      'nodes',
      'books',
      'converts',
      'sandbox',
    ],
    http: [
      'read-models',
      'providers',
      'identity',
      'staff',
      'exchange-settings',
      'audit',
      'kyc',
      'uploads',
      'people',
      'notices',
      'support',
      'custody',
      'payments',
      'nodes',
      'books',
      'converts',
    ],
    // How figures look on the wire, what counts as one address and what JSON may be parsed is the same in both.
    stream: [
      'http/api-error.ts',
      'http/instruments.ts',
      'http/json-structure.ts',
      'http/own-origin.ts',
      'http/places.ts',
      'http/rate-limiter.ts',
      'http/wire.ts',
      'read-models',
      'identity',
    ],
    'http/wire.ts': ['http/instruments.ts', 'read-models'],
    'http/instruments.ts': [],
    'http/amounts.ts': ['http/api-error.ts', 'http/instruments.ts'],
    'http/own-origin.ts': [],
    'http/places.ts': [],
    'http/rate-limiter.ts': [],
    'http/json-structure.ts': [],
    // A refusal that is told as an error of the contract, wherever it is found.
    'http/api-error.ts': [],
    jobs: ['read-models', 'providers', 'identity', 'audit', 'people', 'exchange-settings', 'books'],
    // Clients' profit, loss and reports, worked out from the histories' tables.
    books: ['read-models', 'providers'],
    sandbox: ['read-models', 'providers', 'custody', 'payments', 'exchange-settings'],
    identity: ['http/api-error.ts', 'http/places.ts', 'http/rate-limiter.ts', 'read-models', 'providers', 'notices'],
    // What operators decide about the exchange while it runs.
    'exchange-settings': ['http/api-error.ts', 'providers'],
    // Those who run the exchange, and what is recorded of them.
    staff: [
      'http/api-error.ts',
      'http/rate-limiter.ts',
      'providers',
      'identity',
      'audit',
      'notices',
      'people/staff-member.ts',
    ],
    audit: ['providers'],
    // The exchange's own servers, each of which follows the log.
    nodes: ['providers'],
    // Quotes of conversions, and those that wait for their rate. A reference names what must happen once.
    converts: ['http/instruments.ts', 'http/reference.ts', 'read-models', 'providers'],
    // Proof of identity; what clients are told; the thread between a client and operators.
    kyc: ['http/api-error.ts', 'providers', 'identity', 'notices', 'uploads'],
    // Files between their arrival and the form that names them, cleaned and sealed as photos are.
    uploads: ['http/api-error.ts', 'providers', 'kyc'],
    // Clients as operators see them, and what operators restrict.
    people: ['http/api-error.ts', 'providers', 'identity', 'kyc', 'notices'],
    // Two persons are two persons, among operators as for clients.
    'people/staff-member.ts': ['http/api-error.ts', 'notices'],
    notices: ['http/api-error.ts', 'providers'],
    support: ['http/api-error.ts', 'providers', 'identity', 'kyc', 'uploads', 'notices', 'exchange-settings'],
    // What comes from chains and goes to them. A reference names what must happen once, wherever it is made; amounts are
    // read in one way, and coins and their markets have one list.
    custody: [
      'http/api-error.ts',
      'http/amounts.ts',
      'http/instruments.ts',
      'http/reference.ts',
      'providers',
      'identity',
      'notices',
      'people',
      'read-models',
      'exchange-settings',
    ],
    // Purchases by card, and what foreign currencies are worth.
    payments: [
      'http/api-error.ts',
      'http/reference.ts',
      'providers',
      'identity',
      'notices',
      'people',
      'read-models',
      'exchange-settings',
    ],
    'http/reference.ts': ['http/api-error.ts'],
    providers: [],
    'read-models': ['providers'],
  },
  'apps/web': reactAreas,
  'apps/console': reactAreas,
};
