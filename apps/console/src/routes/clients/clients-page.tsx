import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Chip, type Column, DataTable, EmptyState, rowsOf } from '@vitrine/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateChip } from '../../features/client/state-chip.tsx';
import { ClientLink } from '../../features/restrictions/restriction-table.tsx';
import { type CallResponse, call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { utcText } from '../../lib/times.ts';
import { ListFailure } from '../../ui/list-failure.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './clients-page.module.css';

type Client = CallResponse<'GET /api/v3/console/clients'>['clients'][number];
type State = Client['state'];

const MOST = 100;

/** Client search. The query is part of the URL, so that going back restores it. */
export function ClientsPage() {
  const { t } = useTranslation('people');
  const { search: words, show } = useSearch({ from: paths.clients });
  const navigate = useNavigate();
  const [text, setText] = useState(words ?? '');
  const query = useQuery({
    queryKey: ['clients', words, show],
    queryFn: ({ signal }) =>
      call('GET /api/v3/console/clients', {
        query: { ...(words && { search: words }), ...(show && { state: show }), limit: MOST },
        signal,
      }),
  });
  const search = (next: { readonly search: string; readonly state: State | undefined }) =>
    void navigate({
      to: paths.clients,
      search: {
        ...(next.search.trim() === '' ? {} : { search: next.search.trim() }),
        ...(next.state === undefined ? {} : { show: next.state }),
      },
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search({ search: text, state: show });
  };
  return (
    <Page title={t('clients.title')} lead={t('clients.lead')}>
      <search>
        <form className={styles.search} onSubmit={submit}>
          <TextInput
            type="search"
            label={t('clients.search')}
            placeholder={t('clients.searchText')}
            maxLength={120}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <NativeSelect
            label={t('clients.state')}
            value={show ?? ''}
            data={[
              { value: '', label: t('clients.all') },
              ...(['active', 'restricted', 'frozen'] as const).map((value) => ({ value, label: t(`states.${value}`) })),
            ]}
            onChange={(event) =>
              search({ search: text, state: (event.currentTarget.value || undefined) as State | undefined })
            }
          />
          <Button type="submit">{t('clients.submit')}</Button>
        </form>
      </search>
      <DataTable
        dense
        label={t('clients.title')}
        columns={useColumns()}
        data={rowsOf(query, ({ clients }) => clients)}
        rowKey={({ uid }) => uid}
        card={(client) => <Card client={client} />}
        empty={<EmptyState title={t('clients.none')}>{t('clients.noneText')}</EmptyState>}
        error={<ListFailure onRetry={() => void query.refetch()} />}
      />
    </Page>
  );
}

function useColumns(): Column<Client>[] {
  const { t } = useTranslation(['people', 'common']);
  return [
    { key: 'uid', header: t('clients.uid'), render: ({ uid }) => <ClientLink uid={uid} /> },
    { key: 'email', header: t('clients.email'), render: ({ email }) => email },
    {
      key: 'name',
      header: t('clients.name'),
      render: ({ name }) => name || <span className="faint">{t('clients.noName')}</span>,
    },
    {
      key: 'state',
      header: t('clients.state'),
      render: ({ state, restrictions }) => <StateChip state={state} restrictions={restrictions} />,
    },
    { key: 'identity', header: t('clients.identity'), render: ({ verified }) => <Verified is={verified} /> },
    {
      key: 'joined',
      header: t('clients.joined'),
      render: ({ joined_at }) => <span className="num dim">{utcText(joined_at)}</span>,
    },
    {
      key: 'seen',
      header: t('clients.signedIn'),
      render: ({ signed_in_at }) => (
        <span className="num dim">{signed_in_at === 0 ? t('common:never') : utcText(signed_in_at)}</span>
      ),
    },
  ];
}

function Verified({ is }: { readonly is: boolean }) {
  const { t } = useTranslation('people');
  return <Chip tone={is ? 'ok' : 'plain'}>{t(is ? 'verified' : 'unverified')}</Chip>;
}

function Card({ client }: { readonly client: Client }) {
  return (
    <div className={styles.card}>
      <p>
        <ClientLink uid={client.uid} /> <StateChip state={client.state} restrictions={client.restrictions} />
      </p>
      <p>{client.email}</p>
      <p className="dim">
        {client.name} <Verified is={client.verified} />
      </p>
      <p className="num faint">{utcText(client.joined_at)}</p>
    </div>
  );
}
