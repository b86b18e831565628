import { lazyTogether } from '@vitrine/ui';
import type { Namespace } from 'i18next';
import type { FunctionComponent } from 'react';
import { i18n } from '../lib/i18n.ts';

/** A page in its own chunk, loaded together with its texts. */
export const lazyPage = (load: () => Promise<FunctionComponent>, ...namespaces: readonly (Namespace & string)[]) =>
  lazyTogether(load, () => i18n.loadNamespaces(namespaces));
