import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { repositoryRoot, type SourceTexts } from './repository.ts';
import { manifestOf, type PackageManifest, type SourceGraph } from './source-graph.ts';

/**
 * A package's dependencies that none of its files name, and that no other dependency of the package has as a peer
 * dependency. The repository's own manifest lists tools, and is left out.
 */
export function findUnusedDependencies({ manifests }: SourceGraph, texts: SourceTexts): string[] {
  return manifests
    .filter(({ folder }) => folder !== '')
    .flatMap((manifest) => {
      const ownText = textOf(manifest, manifests, texts);
      const declared = [...manifest.dependencies, ...manifest.devDependencies];
      const peers = new Set(declared.flatMap(peersOf));
      return declared
        .filter((name) => !peers.has(withoutTypes(name)) && !names(ownText, withoutTypes(name)))
        .map((name) => `${manifest.folder}/package.json: nothing in ${manifest.folder} uses ${name}`);
    });
}

function names(text: string, dependency: string): boolean {
  return ["'", '"'].some(
    (quote) => text.includes(quote + dependency + quote) || text.includes(`${quote}${dependency}/`),
  );
}

/** `@types/pg` counts as used if pg is used, `@types/a__b` if @a/b is. */
function withoutTypes(dependency: string): string {
  const typed = /^@types\/(.*)$/.exec(dependency)?.[1];
  return typed?.replace(/^(\w+)__/, '@$1/') ?? dependency;
}

/** The peer dependencies of an installed package. */
function peersOf(dependency: string): string[] {
  const file = join(repositoryRoot, 'node_modules', dependency, 'package.json');
  if (!existsSync(file)) return [];
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { peerDependencies?: object };
  return Object.keys(manifest.peerDependencies ?? {});
}

/** The text of all of the package's files except its manifest. */
function textOf(manifest: PackageManifest, manifests: readonly PackageManifest[], texts: SourceTexts): string {
  return [...texts]
    .filter(([path]) => posix.basename(path) !== 'package.json' && manifestOf(path, manifests) === manifest)
    .map(([, text]) => text)
    .join('\n');
}
