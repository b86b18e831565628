import { lazyTogether } from '@vitrine/ui';
import type { Namespace } from 'i18next';
import type { FunctionComponent } from 'react';
import { i18n } from '../lib/i18n.ts';

/** A page in its own chunk, loaded together with its texts. */
export const lazyPage = <P = object>(
  load: () => Promise<FunctionComponent<P>>,
  ...namespaces: readonly (Namespace & string)[]
) => lazyTogether<P>(load, () => i18n.loadNamespaces(namespaces));
