import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { rowsOf } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RestrictionTable } from '../../features/restrictions/restriction-table.tsx';
import { call } from '../../lib/api.ts';
import { Page } from '../../ui/page.tsx';

type State = 'in_force' | 'ended';

/** Restrictions on clients. */
export function RestrictionsPage() {
  const { t } = useTranslation('people');
  const [state, setState] = useState<State>('in_force');
  const query = useQuery({
    queryKey: ['restrictions', state],
    queryFn: ({ signal }) => call('GET /api/v3/console/restrictions', { query: { state, limit: 200 }, signal }),
  });
  return (
    <Page
      title={t('restrictions.title')}
      lead={t('restrictions.lead')}
      side={
        <SegmentedControl
          aria-label={t('restrictions.which')}
          value={state}
          onChange={(next) => setState(next as State)}
          data={[
            { value: 'in_force', label: t('restrictions.inForce') },
            { value: 'ended', label: t('restrictions.ended') },
          ]}
        />
      }
    >
      <RestrictionTable data={rowsOf(query, ({ restrictions }) => restrictions)} onRetry={() => void query.refetch()} />
    </Page>
  );
}
