/** The imports that a package is allowed. */
export interface PackageRule {
  /** Other packages of this repository. */
  readonly mayImport: readonly string[];
  /** Node's built-in modules that it may use: none if it must also run in a browser or do no I/O. */
  readonly builtIns: 'all' | readonly string[];
}

/**
 * Package folder → its allowed imports. Tests and benchmarks may also use tools, such as the test database.
 */
export const packageRules: Readonly<Record<string, PackageRule>> = {
  'packages/money': { mayImport: [], builtIns: [] },
  'packages/core': { mayImport: ['@vitrine/money'], builtIns: ['node:crypto'] },
  'packages/sequencer': { mayImport: ['@vitrine/money', '@vitrine/core'], builtIns: 'all' },
  'packages/contract': { mayImport: [], builtIns: [] },
  // Runs both in a browser and on the server.
  'packages/addresses': { mayImport: [], builtIns: [] },
  // Uses built-in modules for HTTP calls to nodes, and for hashes.
  'packages/chains': { mayImport: ['@vitrine/addresses'], builtIns: 'all' },
  'packages/ui': { mayImport: [], builtIns: [] },
  'packages/sim': {
    mayImport: ['@vitrine/money', '@vitrine/core', '@vitrine/sequencer', '@vitrine/server'],
    builtIns: 'all',
  },
  'apps/signer': { mayImport: ['@vitrine/chains'], builtIns: 'all' },
  'apps/server': {
    mayImport: ['@vitrine/money', '@vitrine/core', '@vitrine/sequencer', '@vitrine/contract', '@vitrine/chains'],
    builtIns: 'all',
  },
  'apps/web': { mayImport: ['@vitrine/money', '@vitrine/addresses', '@vitrine/contract', '@vitrine/ui'], builtIns: [] },
  'apps/console': { mayImport: ['@vitrine/money', '@vitrine/contract', '@vitrine/ui'], builtIns: [] },
  e2e: { mayImport: ['@vitrine/contract', '@vitrine/chains'], builtIns: 'all' },
  bench: {
    mayImport: ['@vitrine/money', '@vitrine/core', '@vitrine/sequencer', '@vitrine/contract', '@vitrine/server'],
    builtIns: 'all',
  },
  tools: { mayImport: ['@vitrine/contract'], builtIns: 'all' },
};

/**
 * The modules of an application or package, bottom up. A module may import only those before it in this list, so no two
 * modules import each other. Files directly in src are above all modules: they may import every module, and no module
 * may import them.
 */
export const modules: Readonly<Record<string, readonly string[]>> = {
  'apps/server': [
    // The foundation: errors, amounts, limits, locks, the database.
    'kit',
    // Adapters for external services: mail, SMS, payment, sign-in, rates, files.
    'providers',
    // The read models, and the code that fills them from the log.
    'projections',
    // The HTTP kernel: requests, guards, responses. Independent of the domain.
    'http',
    // Settings that operators change at run time.
    'settings',
    'notifications',
    // Uploads: sanitized, encrypted, stored until a form refers to them.
    'files',
    // Clients' accounts, sign-in methods, second factors, the security center.
    'auth',
    // Staff: access, approvals, the audit trail.
    'staff',
    'restrictions',
    'kyc',
    'support',
    'wallet',
    'trading',
    // Perpetual markets: positions, margin, funding.
    'futures',
    // Coins and markets, listed by operators.
    'listing',
    // Simple Earn: products, stakes, interest.
    'earn',
    // Plans that buy coins again and again.
    'auto-invest',
    'custody',
    'payments',
    // A client as a whole: profile, limits, and the client's file as operators see it.
    'clients',
    // Tasks, points, and the fund that pays for them.
    'rewards',
    'reports',
    'system',
    // The data feed for charts (UDF): only translates what other modules return.
    'api',
    'stream',
    'sandbox',
    'wiring',
  ],
  'packages/core': [
    // Data structures on typed arrays: integer maps, queues of due items.
    'columns',
    // Commands, events, refusals, literals and their numeric codes.
    'vocabulary',
    // Encoding of commands and events as bytes and words.
    'codec',
    // Accounts, holds, references, limits.
    'ledger',
    // The order book, and matching.
    'book',
    // Spot markets: the cost of a trade, and the movements of money that settle it.
    'spot',
    // Perpetual markets: opening and closing positions, liquidations and funding.
    'perpetual',
    // One file per command: its refusals and its effects.
    'commands',
  ],
};

/**
 * Packages whose modules may import each other's types, because all of their modules work on one state object, whose
 * parts they define.
 */
export const modulesWithCommonTypes: ReadonlySet<string> = new Set(['packages/core']);

/** Area of an application's src folder → the other areas that it may import. Tests may import any. */
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
 * An area is a folder or a file directly under src. `features` stands for each feature separately: a feature never
 * imports another one, although routes may import all of them. Code that several features of an area need is in the
 * area's `shared` folder.
 */
export const areaRules: Readonly<Record<string, AreaRules>> = {
  'apps/web': {
    ...reactAreas,
    routes: ['app', 'features', 'ui', 'lib'],
    features: ['ui', 'lib', 'locales'],
    // The front page is an entry of its own: nothing of the app's router or frame.
    front: ['ui', 'lib', 'locales'],
  },
  'apps/console': reactAreas,
};
