/** What a package may import. */
export interface PackageRule {
  /** Other packages of this repository. */
  readonly mayImport: readonly string[];
  /** Node's own modules: none for what must also run in a browser or be free of input and output. */
  readonly builtIns: 'all' | readonly string[];
}

/**
 * Package folder → what it may import. Tests and benchmarks may also use what tools offers them, such as a database.
 */
export const packageRules: Readonly<Record<string, PackageRule>> = {
  'packages/money': { mayImport: [], builtIns: [] },
  'packages/core': { mayImport: ['@vitrine/money'], builtIns: ['node:crypto'] },
  'packages/sequencer': { mayImport: ['@vitrine/money', '@vitrine/core'], builtIns: 'all' },
  'packages/contract': { mayImport: [], builtIns: [] },
  // Read alike in a browser and on the server.
  'packages/addresses': { mayImport: [], builtIns: [] },
  // Node's own: HTTP of nodes and hashes.
  'packages/chains': { mayImport: ['@vitrine/addresses'], builtIns: 'all' },
  'packages/ui': { mayImport: [], builtIns: [] },
  'packages/sim': {
    mayImport: ['@vitrine/money', '@vitrine/core', '@vitrine/sequencer'],
    builtIns: 'all',
  },
  'apps/signer': { mayImport: ['@vitrine/chains'], builtIns: 'all' },
  'apps/server': {
    mayImport: ['@vitrine/money', '@vitrine/core', '@vitrine/sequencer', '@vitrine/contract', '@vitrine/chains'],
    builtIns: 'all',
  },
  'apps/web': { mayImport: ['@vitrine/money', '@vitrine/addresses', '@vitrine/contract', '@vitrine/ui'], builtIns: [] },
  'apps/console': { mayImport: ['@vitrine/contract', '@vitrine/ui'], builtIns: [] },
  e2e: { mayImport: ['@vitrine/contract'], builtIns: 'all' },
  bench: {
    mayImport: ['@vitrine/money', '@vitrine/core', '@vitrine/sequencer', '@vitrine/contract', '@vitrine/server'],
    builtIns: 'all',
  },
  tools: { mayImport: ['@vitrine/contract'], builtIns: 'all' },
};

/**
 * The rooms of an application or package, from the ground up: a room imports only those before it in this list, so that no two
 * import each other. Files beside them in src are above them: they may import all of them, and none of them imports
 * such a file.
 */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  'apps/server': [
    // What everything stands on: errors, amounts, limits, locks, the database.
    'kit',
    // Mail, SMS, payment, sign-in, rates, files: what is outside.
    'providers',
    // The tables that follow the log, and what fills them.
    'projections',
    // The kernel: a request, its guards, its answer. Knows no noun.
    'http',
    // What operators decide about the exchange while it runs.
    'settings',
    'notifications',
    // What people send: cleaned, sealed, stored until a form names it.
    'files',
    // Clients' accounts, sign-in methods, second factors, the security center.
    'auth',
    // Those who run the exchange: access, approvals, the audit trail.
    'staff',
    'restrictions',
    'kyc',
    'support',
    'wallet',
    'trading',
    'custody',
    'payments',
    // A client as a whole: profile, limits, the file operators see.
    'clients',
    'reports',
    'system',
    // What only translates.
    'api',
    'stream',
    'sandbox',
    'wiring',
  ],
  'packages/core': [
    // Typed arrays and what is found by them: maps of integers, queues of what is due.
    'columns',
    // Commands, events, refusals, literals and the numbers they stand for.
    'vocabulary',
    // Commands and events as bytes and words.
    'codec',
    // Accounts, holds, references, limits.
    'ledger',
    // Orders in the order in which they trade.
    'book',
    // What a trade at a spot market costs and moves.
    'spot',
    // One file each: why it is refused, what it does.
    'commands',
  ],
};

/** Their rooms may name each other's types: they work on one state, which is put together above them. */
export const roomsWithCommonTypes: ReadonlySet<string> = new Set(['packages/core']);

/** Area of an application's src folder → the areas it may import besides itself. Tests may import any. */
export type AreaRules = Readonly<Record<string, 'all' | readonly string[]>>;

const reactAreas: AreaRules = {
  'main.tsx': 'all',
  app: ['routes', 'ui', 'lib', 'features'],
  routes: ['features', 'ui', 'lib'],
  features: ['ui', 'lib'],
  ui: ['lib'],
  lib: ['locales'],
  locales: [],
};

/**
 * An area is a folder under src, or a file in it. `features` stands for each feature by itself: one feature never
 * imports another, even though routes may import all of them. What several features of one area need is in its
 * `shared`.
 */
export const areaRules: Readonly<Record<string, AreaRules>> = {
  'apps/web': { ...reactAreas, routes: ['app', 'features', 'ui', 'lib'], features: ['ui', 'lib', 'locales'] },
  'apps/console': reactAreas,
};
