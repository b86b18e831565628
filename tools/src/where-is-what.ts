import { posix } from 'node:path';
import { endpoints } from '@vitrine/contract';
import type { SourceTexts } from './repository.ts';
import { buildGraph, isSupportFile, type SourceGraph } from './source-graph.ts';
import { topics } from './topics.ts';

/** The files that list the handlers of each module. */
const routesFile = /^apps\/server\/src\/(?!wiring\/)[\w-]+\/routes\.ts$/;
const commandsFile = 'packages/core/src/commands/all.ts';
/** Each app's folder → the path below which its pages are served. */
const pageApps = { 'apps/web': '', 'apps/console': '/console' } as const;

/** docs/where-is-what.md: the files of each topic, endpoint, command, channel, page and table, found in the sources. */
export function whereIsWhat(texts: SourceTexts): string {
  const graph = buildGraph(texts);
  return `<!-- Written by \`npm run docs\` from the sources. -->

# Where to find things

What each folder is for is in [architecture.md](architecture.md), how to add to it in [extending.md](extending.md), what a term
means in the [glossary](glossary.md), and what causes a failure in [what-happens-when.md](what-happens-when.md). Settings
are in [operating/settings.md](operating/settings.md), errors in [errors.md](errors.md), the rules of money and matching in
[packages/core/SPEC.md](../packages/core/SPEC.md). Each test is next to the file that it tests.

## Topics

Maintained by hand in ${link('tools/src/topics.ts', '`tools/src/topics.ts`')}: add topics that you had to search for.

| topic | where |
|---|---|
${topicRows(texts).join('\n')}

## Endpoints

| call | contract | handled in |
|---|---|---|
${endpointRows(texts).join('\n')}

## Commands of the core

Each command is one file with its fields, encoding, owners, refusals and effects; all are listed in
${link(commandsFile)}; the events are in ${link('packages/core/src/vocabulary/events.ts')}.

| command | file |
|---|---|
${commandRows(texts, graph).join('\n')}

## Channels of the stream

| channel | sent from |
|---|---|
${channelRows(texts).join('\n')}

## Pages

| URL | page |
|---|---|
${Object.entries(pageApps)
  .flatMap(([app, base]) => pageRows(texts, app, base))
  .join('\n')}

## Tables

| table | created in | used in |
|---|---|---|
${tableRows(texts).join('\n')}
`;
}

/** Finds where a name is declared: as a variable, function, class, type, member or key of an object. */
function declarationOf(name: string): RegExp {
  const words = '(?:(?:export|static|readonly|private|async|get|set|const|function|class|interface|type) )*';
  return new RegExp(`^ *${words}(#?${name})(?=[(<=:?{, ;]|$)`, 'm');
}

function topicRows(texts: SourceTexts): string[] {
  return Object.entries(topics).map(([topic, places]) => {
    const links = places.map((place) => {
      const [path = '', name = ''] = place.split('#');
      const found = declarationOf(name).exec(textOf(texts, path))?.[1];
      if (found === undefined) throw new Error(`${path} declares no ${name}`);
      return `${link(path)} \`${found}\``;
    });
    return `| ${topic} | ${links.join(', ')} |`;
  });
}

function endpointRows(texts: SourceTexts): string[] {
  const lists = [...texts].filter(([path]) => routesFile.test(path));
  return Object.entries(endpoints).map(([key, { method, path, area }]) => {
    const listed = new RegExp(`^export {[^}]*\\b${key}(?! as)\\b[^}]*} from '([^']+)';$`, 'm');
    const [handled] = lists.flatMap(([list, text]) => {
      const file = listed.exec(text)?.[1];
      return file === undefined ? [] : [posix.join(posix.dirname(list), file)];
    });
    if (handled === undefined) throw new Error(`no module handles ${key}`);
    const contract = fileWith(texts, /^packages\/contract\/src\/endpoints\//, `\n  ${key}: defineEndpoint(`);
    return `| \`${method} ${path}\` | ${link(contract, `${area}: \`${key}\``)} | ${link(handled)} |`;
  });
}

function commandRows(texts: SourceTexts, graph: SourceGraph): string[] {
  const kinds = [...textOf(texts, commandsFile).matchAll(/^ {2}([A-Z]\w+): (\w+),$/gm)];
  return kinds.map(([, kind = '', name = '']) => `| \`${kind}\` | ${link(importedFrom(graph, commandsFile, name))} |`);
}

function channelRows(texts: SourceTexts): string[] {
  return [...texts.keys()].flatMap((path) => {
    const channel = /^apps\/server\/src\/stream\/hub\/(\w+)-channel\.ts$/.exec(path)?.[1];
    return channel === undefined ? [] : [`| \`${channel}\` | ${link(path)} |`];
  });
}

function pageRows(texts: SourceTexts, app: string, base: string): string[] {
  const routerFile = `${app}/src/app/router.tsx`;
  const pathsFile = `${app}/src/lib/paths.ts`;
  const router = textOf(texts, routerFile);
  const pageFile = (route: string): string | undefined => {
    const component = /component: (\w+)/.exec(route)?.[1];
    const loaded =
      component === 'lazyPage' ? route : (new RegExp(`const ${component} = .*`).exec(router)?.[0] ?? route);
    return /import\('([^']+)'\)/.exec(loaded)?.[1];
  };
  const routes = router.split('createRoute({').slice(1);
  return [...textOf(texts, pathsFile).matchAll(/^ {2}(\w+): '(\/[^']*)',$/gm)].map(([, key, url]) => {
    const route = routes.find((candidate) => candidate.includes(`path: paths.${key},`));
    if (route === undefined) throw new Error(`${routerFile} has no route for ${key}`);
    const file = pageFile(route.split('\n];')[0] ?? route);
    const page = file === undefined ? `redirects, in ${link(routerFile)}` : link(posix.join(app, 'src/app', file));
    const address = base !== '' && url === '/' ? base : base + url;
    return `| \`${address}\` | ${page} |`;
  });
}

const MADE = /^(?:create table|create view|alter table (\w+) rename to) (\w+)|^drop table (?:if exists )?(\w+)/gm;

function tableRows(texts: SourceTexts): string[] {
  // If a later migration redefines a name, such as that of a view, the later definition counts.
  const made = new Map<string, string>();
  for (const [path, text] of texts)
    if (isProduct(path)) {
      for (const [, former = '', table, dropped = ''] of text.matchAll(MADE)) {
        made.delete(former);
        made.delete(dropped);
        if (table !== undefined) made.set(table, path);
      }
    }
  return [...made].map(([table, path]) => {
    const inSql = `(from|into|update|join|copy|table) "?${table}\\b`;
    const inCode = `((From|Into|Table|Join)\\((\\w+, )?|modelName: )'${table}\\b`;
    const use = new RegExp(`${inSql}|${inCode}`);
    const users = [...texts].filter(
      ([user, text]) => isProduct(user) && user.endsWith('.ts') && user !== path && use.test(text),
    );
    return `| \`${table}\` | ${link(path)} | ${users.map(([user]) => link(user, posix.basename(user))).join(', ')} |`;
  });
}

const isProduct = (path: string): boolean =>
  /^apps\/server\/migrations\/.*\.sql$/.test(path) ||
  (/^(apps\/server|packages\/sequencer)\/src\/.*\.ts$/.test(path) && !isSupportFile(path));

function importedFrom(graph: SourceGraph, path: string, name: string): string {
  const found = graph.files.get(path)?.imports.find((imported) => imported.names.includes(name))?.targetFile;
  if (found === undefined) throw new Error(`${path} does not import ${name}`);
  return found;
}

function fileWith(texts: SourceTexts, folder: RegExp, part: string): string {
  const found = [...texts].find(([path, text]) => folder.test(path) && text.includes(part));
  if (found === undefined) throw new Error(`no file contains ${part.trim()}`);
  return found[0];
}

function textOf(texts: SourceTexts, path: string): string {
  const text = texts.get(path);
  if (text === undefined) throw new Error(`${path} is missing`);
  return text;
}

/** A Markdown link from a page in docs/. */
const link = (path: string, words = `\`${path.replace(/^(apps|packages)\/\w+\/(src\/)?/, '')}\``): string =>
  `[${words}](../${path})`;
