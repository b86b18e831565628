import { readFileSync } from 'node:fs';

/** A Vite plugin's context, as far as this plugin uses it. */
interface Context {
  resolve(source: string, importer?: string): Promise<{ readonly id: string } | null>;
}

const LIBRARY = 'klinecharts';
const FILE = /\/klinecharts\/dist\/index\.esm\.js$/;

/** The library's lists of what it registers, the names that stay in each, and the module for all others. */
const parts = [
  { list: 'extensions$2', stay: ['movingAverage', 'volume'], module: `${LIBRARY}/indicators` },
  { list: 'extensions', stay: [], module: `${LIBRARY}/overlays` },
] as const;

/**
 * A Vite plugin. The chart library registers 27 indicators and 16 drawings, but a new client's chart has two indicators
 * and no drawing. The plugin moves the others to the modules `klinecharts/indicators` and `klinecharts/overlays`, which
 * export them as `templates`. It also shortens the names of the library's private fields: minifiers leave them as they
 * are, because they cannot know that nothing else uses them.
 */
export function chartLibrary() {
  let file: string | undefined;
  return {
    name: 'chart-library',
    enforce: 'pre' as const,
    async resolveId(this: Context, source: string, importer: string | undefined) {
      if (!parts.some(({ module }) => module === source)) return null;
      file = (await this.resolve(LIBRARY, importer))?.id;
      return `\0${source}`;
    },
    load(id: string) {
      const part = parts.find(({ module }) => id === `\0${module}`);
      return part && file ? splitLibrary(readFileSync(file, 'utf8')).modules[part.module] : null;
    },
    transform(code: string, id: string) {
      return FILE.test(id) ? { code: splitLibrary(code).library, map: null } : null;
    },
    // In development, Vite would otherwise bundle the library before this plugin sees it.
    config: () => ({ optimizeDeps: { exclude: [LIBRARY] } }),
  };
}

type PartModule = (typeof parts)[number]['module'];

interface SplitLibrary {
  readonly library: string;
  readonly modules: Readonly<Record<PartModule, string>>;
}

/** The library without the templates that are loaded later, and the modules that contain these. */
export function splitLibrary(source: string): SplitLibrary {
  const declared = new Set([...source.matchAll(/^(?:var|function) ([\w$]+)/gm)].map(([, name = '']) => name));
  const exported = new Set<string>();
  const modules: Partial<Record<PartModule, string>> = {};
  let library = source;
  for (const { list, stay, module } of parts) {
    const [whole, inside = ''] =
      new RegExp(`^var ${list.replace('$', '\\$')} = \\[([^\\]]*)\\];$`, 'm').exec(source) ?? [];
    if (whole === undefined) throw new Error(`${LIBRARY} has no list ${list}`);
    const names = inside.split(',').map((name) => name.trim());
    const moved = names.filter((name) => !(stay as readonly string[]).includes(name));
    const text = moved.map((name) => declarationOf(source, name)).join('\n');
    const needed = wordsOf(text).filter((word) => declared.has(word) && !moved.includes(word));
    for (const name of needed) exported.add(name);
    library = library.replace(whole, () => `var ${list} = [${stay.join(', ')}];`);
    modules[module] = `import { ${needed.join(', ')} } from '${LIBRARY}';
${text}
export const templates = [${moved.join(', ')}];
`;
  }
  const own = new Set(
    /^export \{(.*)\};$/m
      .exec(source)?.[1]
      ?.split(',')
      .map((name) => name.trim()),
  );
  const more = [...exported].filter((name) => !own.has(name));
  return {
    library: `${withShortNames(library)}\nexport { ${more.join(', ')} };\n`,
    modules: modules as Record<PartModule, string>,
  };
}

/** The declaration of a variable or function, which ends with the first bracket at the beginning of a line. */
function declarationOf(source: string, name: string): string {
  const [text] = new RegExp(`^(?:var|function) ${name}\\b.*?^\\}.*?$`, 'ms').exec(source) ?? [];
  if (text === undefined) throw new Error(`${LIBRARY} does not declare ${name}`);
  return text;
}

/** The words outside comments, strings and property names. */
const wordsOf = (text: string): string[] => [
  ...new Set(text.replace(/\/\*.*?\*\/|\/\/.*?$|'[^'\n]*'|"[^"\n]*"|\.[\w$]+/gms, ' ').match(/[A-Za-z_$][\w$]*/g)),
];

/** The library with short names of the fields that begin with an underscore and are only used as `.name`. */
function withShortNames(library: string): string {
  const uses = new Map<string, number>();
  for (const [, name = ''] of library.matchAll(/\.(_[a-z]\w*)/gi)) uses.set(name, (uses.get(name) ?? 0) + 1);
  const isField = (name: string) => !new RegExp(`['"]${name}['"]|[{,]\\s*${name}\\s*:`).test(library);
  const fields = [...uses].filter(([name]) => isField(name)).sort(([, a], [, b]) => b - a);
  const short = new Map(fields.map(([name], index) => [name, `$${index.toString(36)}`]));
  return library.replace(/\.(_[a-z]\w*)/gi, (whole, name) => (short.has(name) ? `.${short.get(name)}` : whole));
}
