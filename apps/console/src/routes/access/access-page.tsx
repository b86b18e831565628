import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Column, EmptyState, rowsOf, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../lib/api.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { utcText } from '../../lib/times.ts';
import { ColumnTable } from '../../ui/column-table.tsx';
import { Page, Pane } from '../../ui/page.tsx';
import { RecoveryCodes } from '../../ui/recovery-codes.tsx';
import { ACCESS_KEY, type Access, type Passkey } from './access.ts';
import { PasskeyDialog, PasswordDialog, RecoveryDialog, RemovePasskeyDialog } from './access-dialogs.tsx';
import styles from './access-page.module.css';

/** The open dialog; a `Passkey` stands for the dialog that removes it. */
type Asked = 'passkey' | 'recovery' | 'password' | Passkey | undefined;

/** The signed-in user's own sessions, passkeys, recovery codes and password. */
export function AccessPage() {
  const { t } = useTranslation('access');
  const [asked, setAsked] = useState<Asked>();
  const [codes, setCodes] = useState<readonly string[]>();
  const query = useQuery({
    queryKey: ACCESS_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/console/access', { signal }),
  });
  const retry = () => void query.refetch();
  const close = () => setAsked(undefined);
  const sessionColumns = useSessionColumns();
  const passkeyColumns = usePasskeyColumns(setAsked);
  return (
    <Page title={t('page.title')} lead={t('page.lead')}>
      <Pane title={t('page.sessions')}>
        <ColumnTable
          label={t('page.sessions')}
          columns={sessionColumns}
          data={rowsOf(query, ({ sessions }) => sessions)}
          rowKey={({ id }) => id}
          onRetry={retry}
          skeletonRows={2}
        />
      </Pane>
      <Pane
        title={t('page.passkeys')}
        side={
          canUsePasskeys() ? (
            <button type="button" className="link" onClick={() => setAsked('passkey')}>
              {t('page.addPasskey')}
            </button>
          ) : null
        }
      >
        <ColumnTable
          label={t('page.passkeys')}
          columns={passkeyColumns}
          data={rowsOf(query, ({ passkeys }) => passkeys)}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('page.noPasskeys')} />}
          onRetry={retry}
          skeletonRows={1}
        />
      </Pane>
      <RecoveryPane left={query.data?.recovery_codes_left} codes={codes} onRenew={() => setAsked('recovery')} />
      <Pane title={t('page.password')} note={t('page.passwordText')}>
        <p className={styles.password}>
          <Button variant="outline" onClick={() => setAsked('password')}>
            {t('page.changePassword')}
          </Button>
        </p>
      </Pane>
      {asked === 'passkey' ? <PasskeyDialog onClose={close} /> : null}
      {typeof asked === 'object' ? <RemovePasskeyDialog passkey={asked} onClose={close} /> : null}
      {asked === 'recovery' ? <RecoveryDialog onClose={close} onCodes={setCodes} /> : null}
      {asked === 'password' ? <PasswordDialog onClose={close} /> : null}
    </Page>
  );
}

interface RecoveryPaneProps {
  /** The number of unused codes; undefined until known. */
  readonly left: number | undefined;
  /** New codes, shown only once. */
  readonly codes: readonly string[] | undefined;
  readonly onRenew: () => void;
}

function RecoveryPane({ left, codes, onRenew }: RecoveryPaneProps) {
  const { t } = useTranslation('access');
  return (
    <Pane
      title={t('page.recovery')}
      note={left === undefined ? null : t('page.left', { count: left })}
      side={
        <button type="button" className="link" onClick={onRenew}>
          {t('page.renew')}
        </button>
      }
    >
      {codes ? (
        <div className={styles.codes}>
          <p>{t('recovery.text')}</p>
          <RecoveryCodes codes={codes} />
        </div>
      ) : null}
    </Pane>
  );
}

function useSessionColumns(): Column<Access['sessions'][number]>[] {
  const { t } = useTranslation('access');
  const act = useQuietAct();
  return [
    { key: 'since', header: t('page.since'), render: ({ created_at }) => <Time ms={created_at} /> },
    { key: 'seen', header: t('page.seen'), render: ({ seen_at }) => <Time ms={seen_at} /> },
    { key: 'ip', header: t('page.address'), render: ({ ip }) => ip },
    {
      key: 'device',
      header: t('page.device'),
      render: ({ user_agent }) => <span className={styles.agent}>{user_agent}</span>,
    },
    {
      key: 'end',
      header: '',
      align: 'end',
      render: ({ id, current, ip }) =>
        current ? (
          <span className="faint">{t('page.thisOne')}</span>
        ) : (
          <button
            type="button"
            className="link"
            aria-label={`${t('page.end')}, ${ip}`}
            onClick={() =>
              act(() => call('POST /api/v3/console/access/end-session', { body: { id } }), t('page.ended'))
            }
          >
            {t('page.end')}
          </button>
        ),
    },
  ];
}

function usePasskeyColumns(onRemove: (passkey: Passkey) => void): Column<Passkey>[] {
  const { t } = useTranslation(['access', 'common']);
  return [
    { key: 'name', header: t('page.passkeyName'), render: ({ name }) => name },
    { key: 'made', header: t('page.made'), render: ({ created_at }) => <Time ms={created_at} /> },
    {
      key: 'used',
      header: t('page.used'),
      render: ({ used_at }) => (used_at === null ? t('common:never') : <Time ms={used_at} />),
    },
    {
      key: 'remove',
      header: '',
      align: 'end',
      render: (passkey) => (
        <button
          type="button"
          className="link"
          aria-label={`${t('page.remove')}, ${passkey.name}`}
          onClick={() => onRemove(passkey)}
        >
          {t('page.remove')}
        </button>
      ),
    },
  ];
}

const Time = ({ ms }: { readonly ms: number }) => <span className="num">{utcText(ms)}</span>;

/** Performs an action without a dialog; a toast reports success or failure. */
function useQuietAct() {
  const queries = useQueryClient();
  return (act: () => Promise<unknown>, done: string): void => {
    void act()
      .then(() => toast.ok(done))
      .catch((error: unknown) => toast.error(errorText(error)))
      .finally(() => queries.invalidateQueries({ queryKey: ACCESS_KEY }));
  };
}
