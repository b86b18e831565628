import { lazyPart } from '@vitrine/ui';

export const importAmend = () => import('./amend-form.tsx');
export const LazyAmendForm = lazyPart(() => importAmend().then((m) => m.AmendForm));
