import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { ConvertLists } from '../../../features/move/convert/convert-lists.tsx';
import { ConvertPanel } from '../../../features/move/convert/convert-panel.tsx';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { WalletFrame } from '../../../ui/wallet-frame.tsx';

export function ConvertPage() {
  const { t } = useTranslation('convert');
  const client = useClient();
  const navigate = useNavigate();
  const chosen = useSearch({ from: paths.convert });
  usePageTitle(t('title'));
  if (!client) return <PageSkeleton />;
  return (
    <WalletFrame title={t('title')} lead={t('lead')}>
      <ConvertPanel
        key={`${chosen.from} ${chosen.to}`}
        chosen={chosen}
        onConverted={() => void navigate({ to: paths.home, state: { said: 'converted' } })}
      />
      <ConvertLists />
    </WalletFrame>
  );
}
