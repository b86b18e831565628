import { endpoints } from '@vitrine/contract';
import type { SourceTexts } from './repository.ts';
import { parts, specifiedCalls, specifiedPages } from './specified.ts';

/** Tests that go through lists of all endpoints or pages: they drive each, but show nothing about a particular one. */
const sweeping =
  /\/(access|acts|fuzz|follower|foreign-ids|repeats|compat-get|request-bounds|names|every-page)\.\w+\.ts$/;
const testFile = /^(apps\/server\/src|e2e)\/.*\.(test|spec)\.ts$/;
const browserTest = /^e2e\/.*\.spec\.ts$/;
const pathsFile = 'apps/web/src/lib/paths.ts';

/** A specified page or call. `found` is what serves it, `tests` the files that drive it; both are empty if nothing does. */
interface Covered {
  readonly part: number;
  readonly specified: string;
  readonly found: string;
  readonly tests: readonly string[];
}

/** docs/coverage.md: what serves each page and call of the specification, and the tests that drive it. */
export function coverageReport(texts: SourceTexts): string {
  const sections = parts.map((name, part) => {
    const pages = coveredPages(texts).filter((row) => row.part === part);
    const calls = coveredCalls(texts).filter((row) => row.part === part);
    return `## ${name}

| page | served as | driven by |
|---|---|---|
${pages.map(tableRow).join('\n')}

| call | endpoint | driven by |
|---|---|---|
${calls.map(tableRow).join('\n')}
`;
  });
  return `<!-- Written by \`npm run docs\` from the sources. -->

# Coverage of the specification

Each page and call of the specification, what serves it, and the tests that drive it: at most three, those named after it first. Tests that
go through lists of all pages or endpoints (rights, malformed input, repeated requests, accessibility) drive each of them too and
are not listed. What the specification leaves open is decided in [decisions](decisions/README.md).

${sections.join('\n')}`;
}

/** The specified pages and calls that nothing serves, or that no test drives. */
export function uncovered(texts: SourceTexts): readonly string[] {
  return [...coveredPages(texts), ...coveredCalls(texts)]
    .filter(({ found, tests }) => found === '' || tests.length === 0)
    .map(({ specified }) => specified);
}

function coveredPages(texts: SourceTexts): readonly Covered[] {
  const known = [...(texts.get(pathsFile) ?? '').matchAll(/^ {2}\w+: '(\/[^']*)',$/gm)].map(([, url = '']) => url);
  return specifiedPages.map(([part, specified]) => {
    const url = specified.replace(/\{(\w+)\??\}/, '$$$1');
    const found = known.includes(url) ? `\`${url}\`` : '';
    const fixed = specified.replace(/\/\{.*$/, '');
    const used = pageUse(fixed, specified !== fixed);
    return { part, specified, found, tests: testsWith(texts, used, browserTest, fixed) };
  });
}

function coveredCalls(texts: SourceTexts): readonly Covered[] {
  const all = Object.entries(endpoints).map(([key, { method, path, ...more }]) => {
    const aliases: readonly string[] = 'aliases' in more ? more.aliases : [];
    return { key, method, paths: [path as string, ...aliases] };
  });
  return specifiedCalls.map(([part, specified]) => {
    const endpoint = all.find(({ paths }) => paths.some((path) => path.replace(/:(\w+)/, '{$1}') === specified));
    const found = endpoint === undefined ? '' : `\`${endpoint.method} ${endpoint.paths[0]}\``;
    return { part, specified, found, tests: testsWith(texts, useOf(specified), testFile, specified) };
  });
}

/** Finds the URL of a page in a test, where a parameter, a query or nothing follows. */
function pageUse(url: string, hasParameter: boolean): RegExp {
  const address = url === '/' ? "goto\\('/" : `['"\`}]${escaped(url)}`;
  return new RegExp(hasParameter ? `${address}/[^/]` : `${address}(?=['"\`?#])`);
}

/**
 * Finds a call in a test: by its whole path, by the path of its group followed by a parameter (`/wallets/${wallet}`), or,
 * if it is distinctive, by its last part.
 */
function useOf(call: string): RegExp {
  const path = call.replace(/\{.*$/, '');
  const [group = '', last = ''] = [path.replace(/\/[^/]*$/, ''), path.replace(/^.*\//, '')];
  const ways = [`${escaped(path)}(?=['"\`?]|\\$\\{)`];
  if (group.split('/').length > 3) ways.push(`${escaped(group)}/\\$\\{`);
  if (last.includes('-')) ways.push(`['"\`]${escaped(last)}(?=['"\`?])`);
  return new RegExp(ways.join('|'));
}

/** The files that match, those whose name has a word of the address first. */
function testsWith(texts: SourceTexts, used: RegExp, kind: RegExp, address: string): readonly string[] {
  const words = address.split(/[^A-Za-z]+/).filter((word) => word.length > 2);
  const rank = (path: string): number => words.filter((word) => path.includes(word.toLowerCase())).length;
  return [...texts]
    .filter(([path, text]) => kind.test(path) && !sweeping.test(path) && used.test(text))
    .map(([path]) => path)
    .sort((a, b) => rank(b) - rank(a) || a.localeCompare(b));
}

function tableRow({ specified, found, tests }: Covered): string {
  const links = tests.slice(0, 3).map((path) => `[\`${path.replace(/^.*\//, '')}\`](../${path})`);
  return `| \`${specified}\` | ${found || '**not built**'} | ${links.join(', ') || '**no test**'} |`;
}

const escaped = (text: string): string => text.replace(/[.$?+*()[\]{}|\\]/g, '\\$&');
