/** A file of texts: texts, or further groups of texts, by name. */
export type TextFile = { readonly [name: string]: unknown };

/** What a text is asked for with: `count` selects a plural, `context` a variant; all others fill placeholders. */
export interface TextOptions {
  readonly count?: number;
  readonly context?: string;
  /** The values of the placeholders, if some of these options are not meant for them. */
  readonly replace?: object;
  readonly defaultValue?: string;
  readonly returnObjects?: boolean;
  /** Returns the text with its placeholders. */
  readonly isTemplate?: boolean;
}
type T = (key: string, options?: TextOptions) => unknown;

/** The namespace of keys that name none. */
const COMMON = 'common';

/**
 * The texts of an app in one language: the part of i18next that these apps use, in a tenth of its size; texts.test.ts
 * compares both. A key is `namespace:group.name`; variants of a text end in `_<context>`, plurals in
 * `_<Intl.PluralRules category>`, and placeholders are written `{{name}}`.
 */
export class Texts {
  language = 'en';
  readonly #load: (language: string, namespace: string) => Promise<TextFile>;
  readonly #files = new Map<string, TextFile>();
  readonly #loading = new Map<string, Promise<void>>();
  readonly #fixed = new Map<string, T>();
  #rules = new Intl.PluralRules('en');

  constructor(load: (language: string, namespace: string) => Promise<TextFile>) {
    this.#load = load;
  }

  /** Sets the language; before it has been called, there are no texts. Resolves when the common texts are there. */
  start(language: string, common?: TextFile): Promise<void> {
    this.language = language;
    this.#rules = new Intl.PluralRules(language);
    if (common) this.#files.set(COMMON, common);
    return this.loadNamespaces(COMMON);
  }

  readonly t = (key: string, options?: TextOptions): unknown => this.#text([COMMON], key, options);

  /** The function for texts of these namespaces, the same for each render; the first is that of keys without one. */
  getFixedT(_language: string | null, namespaces: string | readonly string[], prefix = ''): T {
    const names = [namespaces].flat();
    const id = `${names.join()} ${prefix}`;
    const known = this.#fixed.get(id);
    if (known !== undefined) return known;
    const fixed: T = (key, options) => this.#text(names, prefix === '' ? key : `${prefix}.${key}`, options);
    this.#fixed.set(id, fixed);
    return fixed;
  }

  readonly exists = (key: string): boolean => this.#search([COMMON], key, {}) !== undefined;

  readonly getResourceBundle = (_language: string, namespace: string): TextFile | undefined =>
    this.#files.get(namespace);

  readonly hasLoaded = (namespaces: readonly string[]): boolean => namespaces.every((each) => this.#files.has(each));

  /** Loads these namespaces. A failure can be repeated. */
  async loadNamespaces(namespaces: string | readonly string[]): Promise<void> {
    await Promise.all([namespaces].flat().map((namespace) => this.#loadFile(namespace)));
  }

  async #loadFile(namespace: string): Promise<void> {
    if (this.#files.has(namespace)) return;
    const loading =
      this.#loading.get(namespace) ??
      this.#load(this.language, namespace)
        .then((texts) => void this.#files.set(namespace, texts))
        .finally(() => this.#loading.delete(namespace));
    this.#loading.set(namespace, loading);
    await loading;
  }

  #text(namespaces: readonly string[], key: string, options: TextOptions = {}): unknown {
    const name = key.slice(key.indexOf(':') + 1);
    const found = this.#search(namespaces, key, options) ?? options.defaultValue ?? name;
    if (typeof found !== 'string') return options.returnObjects ? found : name;
    return options.isTemplate ? found : filled(found, options.replace ?? options);
  }

  #search(namespaces: readonly string[], key: string, { count, context }: TextOptions): unknown {
    const colon = key.indexOf(':');
    const path = key.slice(colon + 1);
    for (const namespace of colon < 0 ? namespaces : [key.slice(0, colon)])
      for (const base of context === undefined || context === '' ? [path] : [`${path}_${context}`, path]) {
        const found = this.#plural(namespace, base, count) ?? this.#find(namespace, base);
        if (found !== undefined) return found;
      }
    return undefined;
  }

  #plural(namespace: string, path: string, count: number | undefined): unknown {
    if (typeof count !== 'number') return undefined;
    const zero = count === 0 ? this.#find(namespace, `${path}_zero`) : undefined;
    return zero ?? this.#find(namespace, `${path}_${this.#rules.select(count)}`);
  }

  #find(namespace: string, path: string): unknown {
    let found: unknown = this.#files.get(namespace);
    for (const name of path.split('.')) {
      if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
      found = (found as TextFile)[name];
    }
    return found;
  }
}

/** The text with its placeholders replaced; those without a value are left out. */
export const filled = (text: string, values: object): string =>
  text.includes('{{')
    ? text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String((values as TextFile)[name] ?? ''))
    : text;
