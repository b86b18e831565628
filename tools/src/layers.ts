import { areaRules, modules, modulesWithCommonTypes, type PackageRule, packageRules } from './layer-rules.ts';
import { repositoryTexts, type SourceTexts } from './repository.ts';
import {
  buildGraph,
  isSupportFile,
  manifestOf,
  type PackageManifest,
  type ResolvedImport,
  type SourceFile,
} from './source-graph.ts';

/**
 * Checks every import statement against the rules of layer-rules.ts. Returns one line per forbidden import: file, line,
 * and the rule that it breaks.
 */
export function checkLayers(texts: SourceTexts = repositoryTexts()): string[] {
  const { files, manifests } = buildGraph(texts);
  return [...files.values()].flatMap((file) =>
    file.imports.flatMap((imported) => {
      const broken = brokenRule(file, imported, manifests);
      return broken === undefined ? [] : [`${file.path}:${imported.line}: ${broken}`];
    }),
  );
}

/** Permissions in layer-rules.ts that no import uses, one line each. */
export function unusedAllowances(texts: SourceTexts = repositoryTexts()): string[] {
  const { files, manifests } = buildGraph(texts);
  const used = new Set<string>();
  for (const file of files.values()) {
    const own = manifestOf(file.path, manifests);
    if (own === undefined) continue;
    for (const { packageName, targetFile = '' } of file.imports) {
      if (packageName !== undefined) used.add(`${own.folder} → ${packageName}`);
      const [from, to] = [areaOf(file.path, own.folder), areaOf(targetFile, own.folder)];
      if (from !== undefined && to !== undefined) used.add(`${own.folder}/src/${groupOf(from)} → ${groupOf(to)}`);
    }
  }
  const allowed = [
    ...Object.entries(packageRules).flatMap(([folder, { mayImport, builtIns }]) =>
      [...mayImport, ...(builtIns === 'all' ? [] : builtIns)].map((name) => `${folder} → ${name}`),
    ),
    ...Object.entries(areaRules).flatMap(([folder, rules]) =>
      Object.entries(rules).flatMap(([from, to]) =>
        to === 'all' ? [] : to.map((area) => `${folder}/src/${from} → ${area}`),
      ),
    ),
  ];
  return allowed
    .filter((allowance) => !used.has(allowance))
    .map((allowance) => `${allowance}: allowed by layer-rules.ts, but not used`);
}

function brokenRule(
  file: SourceFile,
  imported: ResolvedImport,
  manifests: readonly PackageManifest[],
): string | undefined {
  const own = manifestOf(file.path, manifests);
  if (own === undefined) return 'this file belongs to no package';
  if (own.folder === '') return undefined;
  if (imported.packageName !== undefined)
    return brokenPackageRule(file.path, own, imported, imported.packageName, manifests);
  const target = imported.targetFile ?? '';
  if (manifestOf(target, manifests) !== own) {
    return `'${imported.specifier}' reaches into another package; import it by its name`;
  }
  return (
    brokenRoomRule(file.path, own.folder, target, imported.typeOnly) ?? brokenAreaRule(file.path, own.folder, target)
  );
}

function brokenPackageRule(
  path: string,
  own: PackageManifest,
  imported: ResolvedImport,
  packageName: string,
  manifests: readonly PackageManifest[],
): string | undefined {
  const rule = packageRules[own.folder];
  if (rule === undefined) return `${own.folder} has no rule yet: add one to layer-rules.ts`;
  if (packageName === '@vitrine/tools' && isSupportFile(path) && imported.targetFile !== undefined) return undefined;
  if (packageName === own.name) return 'a package imports its own files by path, not by its name';
  const imports = rule.mayImport.join(', ') || 'no other package of this repository';
  if (packageName.startsWith('@vitrine/')) {
    if (!rule.mayImport.includes(packageName)) return `${own.name} may import ${imports}, not ${packageName}`;
    if (imported.targetFile === undefined) return `'${imported.specifier}' bypasses the entry point of ${packageName}`;
  }
  if (isBuiltIn(packageName)) return brokenBuiltInRule(path, own, rule, packageName);
  return isDeclared(path, own, packageName, manifests)
    ? undefined
    : `${packageName} is not among the dependencies of ${own.folder}/package.json`;
}

function brokenBuiltInRule(path: string, own: PackageManifest, rule: PackageRule, name: string): string | undefined {
  if (!name.startsWith('node:')) return `import it as node:${name}`;
  if (rule.builtIns === 'all' || isSupportFile(path) || rule.builtIns.includes(name)) return undefined;
  return `${own.name} runs without Node: it may not import ${name}`;
}

function isBuiltIn(packageName: string): boolean {
  return packageName.startsWith('node:') || process.getBuiltinModule(packageName) !== undefined;
}

/**
 * Whether the package or the repository declares the dependency. The repository's devDependencies are only for tests
 * and tools.
 */
function isDeclared(path: string, own: PackageManifest, name: string, manifests: readonly PackageManifest[]): boolean {
  const root = manifests.find((manifest) => manifest.folder === '');
  const declared = [...own.dependencies, ...own.devDependencies, ...(root?.dependencies ?? [])];
  return declared.includes(name) || (isSupportFile(path) && (root?.devDependencies ?? []).includes(name));
}

function brokenRoomRule(path: string, folder: string, target: string, typeOnly: boolean): string | undefined {
  const order = modules[folder];
  if (order === undefined || isSupportFile(path)) return undefined;
  if (typeOnly && modulesWithCommonTypes.has(folder)) return undefined;
  const [from, to] = [areaOf(path, folder), areaOf(target, folder)];
  if (from === undefined || to === undefined || from === to) return undefined;
  if (from.endsWith('.ts') && folder.startsWith('packages/')) return undefined;
  if (to.endsWith('.ts')) return `no module may import ${folder}/src/${to}: it is the top of the application`;
  if (from.endsWith('.ts')) return undefined;
  const missing = [from, to].find((module) => !order.includes(module));
  if (missing !== undefined) return `${folder}/src/${missing} is not a known module: add it to layer-rules.ts`;
  return order.indexOf(to) < order.indexOf(from)
    ? undefined
    : `${from} is below ${to} in ${folder}/src, so it may not import from ${to}`;
}

function brokenAreaRule(path: string, folder: string, target: string): string | undefined {
  const rules = areaRules[folder];
  if (rules === undefined || isSupportFile(path)) return undefined;
  const from = areaOf(path, folder);
  const to = areaOf(target, folder);
  if (from === undefined || to === undefined || from === to || to.startsWith(`${from}/`)) return undefined;
  const [fromGroup, toGroup] = [groupOf(from), groupOf(to)];
  const mayImport = rules[from] ?? rules[fromGroup];
  if (mayImport === undefined) return `${folder}/src/${from} has no rule yet: add one to layer-rules.ts`;
  if (mayImport === 'all' || mayImport.includes(to)) return undefined;
  if (mayImport.includes(toGroup) && toGroup !== fromGroup) return undefined;
  if (to === sharedOf(from)) return undefined;
  const allowed = mayImport.join(', ') || 'nothing else';
  return `${from} may import ${allowed} of ${folder}/src, not ${to}`;
}

/**
 * The part of an application to which a file belongs: its first folder under src; for features, the feature's own
 * folder (`features/trade/ticket`, or `features/news` where features are not grouped); or its name, if it is directly
 * in src. Undefined outside src.
 */
function areaOf(path: string, folder: string): string | undefined {
  const parts = path.slice(folder.length + 1).split('/');
  if (parts[0] !== 'src' || parts[1] === undefined) return undefined;
  const inside = parts.slice(1).join('/');
  if (areaRules[folder]?.[inside] !== undefined) return inside;
  return parts[1] === 'features' && parts.length > 3
    ? parts.slice(1, Math.min(parts.length - 1, 4)).join('/')
    : parts[1];
}

/** The folder that the features of an area share. */
function sharedOf(area: string): string | undefined {
  const [group, name, feature] = area.split('/');
  return group === 'features' && feature !== undefined ? `features/${name}/shared` : undefined;
}

function groupOf(area: string): string {
  return area.split('/')[0] ?? area;
}
