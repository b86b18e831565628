import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { rootOptions } from '@vitrine/ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.tsx';
import { startI18n } from './lib/i18n.ts';
import { startPreferences } from './lib/kept-preferences.ts';
import { startCoinImages } from './lib/market-data.ts';
import { isOnWhite } from './lib/paths.ts';
import { applyFigures } from './lib/preferences.ts';
import { queryClient } from './lib/query-client.ts';
import { startSession } from './lib/session.ts';

const texts = startI18n();
applyFigures();
startPreferences();
startCoinImages();
startSession();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root element');

const loaded = router.load();
// Pages with a white background are rendered only when they have fully loaded, so that no skeleton flashes first. Any
// other page renders its frame while it loads.
const isWhole = isOnWhite(location.pathname);
void Promise.all([texts, isWhole ? loaded : undefined]).then(() => {
  createRoot(root, rootOptions).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
});
