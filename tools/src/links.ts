import { posix } from 'node:path';

/** Links in a Markdown file to files that the repository lacks: one line each. Web links are not checked. */
export function findDeadLinks(path: string, text: string, exists: (path: string) => boolean): string[] {
  if (!path.endsWith('.md')) return [];
  return text.split('\n').flatMap((line, index) =>
    [...line.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      const target = link.replace(/#.*$/, '');
      if (target === '' || /^[a-z]+:/.test(target)) return [];
      const file = posix.join(posix.dirname(path), target);
      return exists(file) ? [] : [`${path}:${index + 1}: the link ${link} is broken`];
    }),
  );
}

/** Files that a Markdown page names in backticks but that the repository lacks: one line each. */
export function findDeadPaths(path: string, text: string, exists: (path: string) => boolean): string[] {
  if (!path.endsWith('.md')) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/`((?:packages|apps|e2e|bench|tools|docs)\/[\w./@-]+)`/g)].flatMap(([, named = '']) =>
        exists(named) ? [] : [`${path}:${index + 1}: ${named} is mentioned, but does not exist`],
      ),
    );
}
