import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { rootOptions } from '@vitrine/ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.tsx';
import './app/console.css';
import { startI18n } from './lib/i18n.ts';
import { queryClient } from './lib/query-client.ts';
import { startSession } from './lib/session.ts';

const texts = startI18n();
startSession();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root element');

void texts.then(() => {
  createRoot(root, rootOptions).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
});
