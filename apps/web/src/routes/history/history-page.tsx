import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../app/page-skeleton.tsx';
import { HistoryPanel } from '../../features/wallet/history/history-panel.tsx';
import { historySearch } from '../../lib/history-place.ts';
import { paths } from '../../lib/paths.ts';
import { useIsLikelyClient } from '../../lib/session.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { WalletFrame } from '../../ui/wallet-frame.tsx';

/** The histories; the tab and filters are part of the URL. */
export function HistoryPage() {
  const { t } = useTranslation('history');
  const isClient = useIsLikelyClient();
  const { tab = 'deposit', ...place } = useSearch({ from: paths.history });
  const navigate = useNavigate({ from: paths.history });
  usePageTitle(t('title'));
  if (!isClient) return <PageSkeleton />;
  return (
    <WalletFrame title={t('title')}>
      <HistoryPanel
        place={{ tab, ...place }}
        onPlace={(next) => void navigate({ search: next, resetScroll: false })}
        onNarrow={(change) =>
          // Changed filters make a different list, which is shown from its first page: the cursor belongs to the
          // previous list.
          void navigate({
            search: (before) => historySearch({ ...before, ...change, cursor: undefined }),
            resetScroll: false,
          })
        }
      />
    </WalletFrame>
  );
}
