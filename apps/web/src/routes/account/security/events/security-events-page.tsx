import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../../app/page-skeleton.tsx';
import { EventList } from '../../../../features/account/security-events/event-list.tsx';
import { SecurityPage } from '../../../../features/account/shared/security-page.tsx';
import { useClient } from '../../../../lib/session.ts';

export function SecurityEventsPage() {
  const { t } = useTranslation('security');
  const client = useClient();
  if (!client) return <PageSkeleton />;
  return (
    <SecurityPage title={t('events.title')} lead={t('events.lead')}>
      <EventList />
    </SecurityPage>
  );
}
