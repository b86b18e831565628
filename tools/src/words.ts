import { type ForbiddenWord, unsafeCode } from './unsafe-code.ts';

const forbiddenWords: readonly ForbiddenWord[] = [
  {
    pattern: /\b(TODO|FIXME|XXX|HACK)\b/,
    reason: 'leftover note; resolve or remove it',
    onlyIn: /\.(ts|tsx|css|sql|html)$/,
  },
  { pattern: /(?<![\w.:@/-])\/(work|farm|root|home\/\w+)\//, reason: 'a machine-specific path' },
  {
    pattern: /"resolved": "(https?|git|file):/,
    reason: 'the lock file must not name a registry',
    onlyIn: /(^|\/)package-lock\.json$/,
  },
  {
    pattern: /\bnew (pg\.)?(Client|Pool)\(/,
    reason: 'connect through apps/server/src/kit/postgres/connect.ts for its time limits',
    onlyIn:
      /^(apps\/server|packages\/sequencer)\/src\/(?!.*\.test\.ts$|(.*\/|)testing\/|(wiring\/database\/|)database\.ts$|kit\/postgres\/connect\.ts$)/,
  },
  {
    pattern: /\b(nameIn|byName)\b/,
    reason: 'below the translation layer, instruments are identified by id',
    onlyIn:
      /^apps\/server\/src\/(?!.*\.test\.ts$|(.*\/)?(testing|http|console)\/|api\/|stream\/[^/]+$|projections\/wire\.ts$|kit\/(find|instruments)\.ts$)/,
  },
  {
    pattern: /\}(<\/\w+>)?[-/_]?USDT/,
    // Names at other exchanges, in `providers`, are not those of our markets.
    reason: 'read the name of a market from the lists; labels are made in apps/web/src/lib/market-names.ts',
    onlyIn: /^(apps|packages)\/[^/]+\/src\/(?!providers\/|(.*\/)?testing\/).*(?<!\.test)\.tsx?$/,
  },
  { pattern: /^\s*(@\w+:)?registry\s*=/, reason: "the registry is the installer's choice", onlyIn: /(^|\/)\.npmrc$/ },
  ...unsafeCode,
];

/** Files that may contain the forbidden words: this list and its test. */
const exempt = new Set(['tools/src/words.ts', 'tools/src/tidy.test.ts']);

/** One line per forbidden word: file, line, reason. */
export function findForbiddenWords(path: string, text: string): string[] {
  const words = forbiddenWords.filter(({ onlyIn }) => onlyIn?.test(path) ?? true);
  if (exempt.has(path) || !words.some(({ pattern }) => new RegExp(pattern, 'm').test(text))) return [];
  return text.split('\n').flatMap((line, index) =>
    words.flatMap(({ pattern, reason }) => {
      const found = pattern.exec(line);
      return found === null ? [] : [`${path}:${index + 1}: '${found[0].trim()}': ${reason}`];
    }),
  );
}
