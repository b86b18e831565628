import { cloneElement, type ReactElement, type ReactNode, use } from 'react';
import { filled, type Texts } from './texts.ts';

let texts: Texts;

/** Makes these the texts of all components. */
export const provideTexts = (provided: Texts): void => {
  texts = provided;
};

/**
 * The promises that components wait for. A failed one is kept, so that the error boundary shows it. A fulfilled one is
 * kept because React renders a component that has waited by its earlier hooks: without the same `use`, it takes the
 * hooks that follow for those of an update, and throws.
 */
const waits = new Map<string, Promise<void>>();

function waitFor(namespaces: readonly string[]): Promise<void> | undefined {
  const id = namespaces.join();
  const wait = waits.get(id) ?? (texts.hasLoaded(namespaces) ? undefined : texts.loadNamespaces(namespaces));
  if (wait) waits.set(id, wait);
  return wait;
}

/**
 * The build uses this in place of react-i18next's function of the same name, whose types it has. The first namespace is
 * that of keys without one. Suspends until the namespaces have loaded.
 */
export function useTranslation(namespaces?: string | readonly string[], { keyPrefix }: { keyPrefix?: string } = {}) {
  const names = namespaces === undefined ? ['common'] : [namespaces].flat();
  const wait = waitFor(names);
  if (wait) use(wait);
  return { t: texts.getFixedT(null, names, keyPrefix), i18n: texts };
}

type TransProps = {
  readonly t: (key: string, options: object) => string;
  readonly i18nKey: string;
  readonly values?: object;
  /** The elements for the tags in the text: by name, or, as children, by number. */
  readonly components?: Readonly<Record<string, ReactElement>>;
  readonly children?: readonly ReactElement[];
};

/** A text with tags, which must not be nested. Used in place of react-i18next's component of the same name. */
export function Trans({ t, i18nKey, values = {}, components, children = [] }: TransProps): ReactNode {
  const template = t(i18nKey, { ...values, isTemplate: true });
  const elements: Readonly<Record<string, ReactElement | undefined>> =
    components ?? Object.fromEntries(children.entries());
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: whole, 1: name = '', 2: inside = '', index } of template.matchAll(/<(\w+)>(.*?)<\/\1>/g)) {
    const element = elements[name];
    parts.push(filled(template.slice(end, index), values));
    parts.push(element ? cloneElement(element, { key: index }, filled(inside, values)) : filled(inside, values));
    end = index + whole.length;
  }
  return [...parts, filled(template.slice(end), values)];
}
