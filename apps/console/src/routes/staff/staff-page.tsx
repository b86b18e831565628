import { Button, Checkbox, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { StaffRole } from '@vitrine/contract';
import { Chip, type Column, DataTable, EmptyState, rowsOf } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PendingRequests } from '../../features/access-requests/pending-requests.tsx';
import { type CallResponse, call } from '../../lib/api.ts';
import { useStaff } from '../../lib/session.ts';
import { utcText } from '../../lib/times.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { ListFailure } from '../../ui/list-failure.tsx';
import { NewAccess } from '../../ui/new-access.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './staff-page.module.css';

type Member = CallResponse<'GET /api/v3/console/staff'>['staff'][number];
type Act = 'roles' | 'disable' | 'reinvite';
type Asked = { readonly act: Act; readonly member: Member } | 'create' | undefined;

const KEY = ['staff'] as const;
const ROLES: readonly StaffRole[] = ['support', 'compliance', 'treasury', 'listing', 'auditor', 'administrator'];

/** The members of staff, with actions to create, change and disable them. */
export function StaffPage() {
  const { t } = useTranslation('staff');
  const self = useStaff();
  const [asked, setAsked] = useState<Asked>();
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call('GET /api/v3/console/staff', { signal }) });
  const mayChange = self?.roles.includes('administrator') ?? false;
  const acts = (member: Member) =>
    mayChange && member.id !== self?.id ? <Acts member={member} onAct={(act) => setAsked({ act, member })} /> : null;
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      side={mayChange ? <Button onClick={() => setAsked('create')}>{t('add')}</Button> : null}
    >
      <NewAccess />
      <PendingRequests />
      <DataTable
        dense
        label={t('title')}
        columns={useColumns(self?.id, acts)}
        data={rowsOf(query, ({ staff }) => staff)}
        rowKey={({ id }) => id}
        card={(member) => <Card member={member} isSelf={member.id === self?.id} acts={acts(member)} />}
        empty={<EmptyState title={t('empty')} />}
        error={<ListFailure onRetry={() => void query.refetch()} />}
      />
      {asked === 'create' ? <CreateDialog onClose={() => setAsked(undefined)} /> : null}
      {typeof asked === 'object' ? <MemberDialog {...asked} onClose={() => setAsked(undefined)} /> : null}
    </Page>
  );
}

function useColumns(selfId: string | undefined, acts: (member: Member) => React.ReactNode): Column<Member>[] {
  const { t } = useTranslation(['staff', 'common']);
  return [
    { key: 'name', header: t('name'), render: (member) => <Name member={member} isSelf={member.id === selfId} /> },
    { key: 'email', header: t('email'), render: ({ email }) => email },
    { key: 'roles', header: t('roles'), render: (member) => <Roles member={member} /> },
    { key: 'status', header: t('status'), render: (member) => <Status member={member} /> },
    { key: 'seen', header: t('seen'), render: ({ seen_at }) => <Seen ms={seen_at} /> },
    { key: 'by', header: t('by'), render: ({ created_by }) => <span className="dim">{created_by}</span> },
    { key: 'acts', header: <span className="visually-hidden">{t('common:actions')}</span>, align: 'end', render: acts },
  ];
}

function Name({ member, isSelf }: { readonly member: Member; readonly isSelf: boolean }) {
  const { t } = useTranslation('staff');
  return (
    <>
      <b className={styles.name}>{member.name}</b>
      {isSelf ? <span className="faint"> {t('you')}</span> : null}
    </>
  );
}

function Roles({ member }: { readonly member: Member }) {
  const { t } = useTranslation('common');
  return <>{member.roles.map((role) => t(`roles.${role}`)).join(', ')}</>;
}

const TONES = { active: 'ok', invited: 'wait', disabled: 'bad' } as const;

function Status({ member: { status, passkeys, decides_from } }: { readonly member: Member }) {
  const { t } = useTranslation('staff');
  const isNew = decides_from !== null && decides_from > Date.now();
  return (
    <>
      <Chip tone={TONES[status]}>{t(`states.${status}`)}</Chip>
      {isNew ? <span className="faint num"> {t('countsFrom', { time: utcText(decides_from) })}</span> : null}
      {passkeys > 0 ? <span className="faint"> {t('passkeys', { count: passkeys })}</span> : null}
    </>
  );
}

function Seen({ ms }: { readonly ms: number | null }) {
  const { t } = useTranslation('common');
  return <span className="num dim">{ms === null ? t('never') : utcText(ms)}</span>;
}

function Acts({ member, onAct }: { readonly member: Member; readonly onAct: (act: Act) => void }) {
  const { t } = useTranslation('staff');
  const acts = member.status === 'disabled' ? (['reinvite'] as const) : (['roles', 'reinvite', 'disable'] as const);
  const words = { roles: t('changeRoles'), disable: t('disable'), reinvite: t('reinvite') };
  return (
    <span className={styles.acts}>
      {acts.map((act) => (
        <button
          key={act}
          type="button"
          className="link"
          aria-label={`${words[act]}, ${member.name}`}
          onClick={() => onAct(act)}
        >
          {words[act]}
        </button>
      ))}
    </span>
  );
}

function Card({
  member,
  isSelf,
  acts,
}: {
  readonly member: Member;
  readonly isSelf: boolean;
  readonly acts: React.ReactNode;
}) {
  return (
    <div className={styles.card}>
      <p>
        <Name member={member} isSelf={isSelf} /> <Status member={member} />
      </p>
      <p>{member.email}</p>
      <p className="dim">
        <Roles member={member} />
      </p>
      <p>
        <Seen ms={member.seen_at} />
      </p>
      {acts}
    </div>
  );
}

function RoleBoxes({
  value,
  onChange,
}: {
  readonly value: readonly StaffRole[];
  readonly onChange: (next: StaffRole[]) => void;
}) {
  const { t } = useTranslation(['staff', 'common']);
  return (
    <Checkbox.Group label={t('roles')} value={[...value]} onChange={(next) => onChange(next as StaffRole[])}>
      <div className={styles.boxes}>
        {ROLES.map((role) => (
          <Checkbox key={role} value={role} label={t(`common:roles.${role}`)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

type Decided = CallResponse<'POST /api/v3/console/staff/create'>;

/** Changes access and refreshes the lists; says whether a second administrator must approve first. */
function useChange() {
  const { t } = useTranslation('staff');
  const queries = useQueryClient();
  return {
    change: async (send: () => Promise<Decided>): Promise<Decided> => {
      const answered = await send();
      for (const queryKey of [KEY, ['approvals'], ['health']]) await queries.invalidateQueries({ queryKey });
      return answered;
    },
    said:
      (done: string) =>
      ({ approval }: Decided): string =>
        approval === null ? done : t('asked'),
  };
}

function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('staff');
  const { change, said } = useChange();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<StaffRole[]>([]);
  return (
    <ActDialog
      title={t('add')}
      onClose={onClose}
      action={t('invite')}
      done={said(t('invited'))}
      fault={roles.length === 0 ? t('noRole') : undefined}
      act={(reason) =>
        change(() => call('POST /api/v3/console/staff/create', { body: { name, email, roles, reason } }))
      }
    >
      <p className="dim">{t('inviteText')}</p>
      <p className="dim">{t('takesTwo')}</p>
      <TextInput
        label={t('name')}
        name="name"
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('email')}
        name="email"
        type="email"
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <RoleBoxes value={roles} onChange={setRoles} />
    </ActDialog>
  );
}

function MemberDialog({
  act,
  member,
  onClose,
}: {
  readonly act: Act;
  readonly member: Member;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('staff');
  const { change, said } = useChange();
  const [roles, setRoles] = useState<StaffRole[]>(member.roles);
  const { id, name } = member;
  const words = {
    roles: { title: t('rolesOf', { name }), action: t('save'), done: said(t('rolesChanged')) },
    disable: { title: t('disableOf', { name }), action: t('disable'), done: t('disabled', { name }) },
    reinvite: { title: t('reinviteOf', { name }), action: t('reinvite'), done: said(t('invited')) },
  }[act];
  const send = async (reason: string): Promise<Decided> => {
    if (act === 'roles') return call('POST /api/v3/console/staff/roles', { body: { id, roles, reason } });
    if (act === 'reinvite') return call('POST /api/v3/console/staff/reinvite', { body: { id, reason } });
    await call('POST /api/v3/console/staff/disable', { body: { id, reason } });
    return { approval: null };
  };
  return (
    <ActDialog
      {...words}
      onClose={onClose}
      fault={roles.length === 0 ? t('noRole') : undefined}
      act={(reason) => change(() => send(reason))}
    >
      {act === 'roles' ? (
        <RoleBoxes value={roles} onChange={setRoles} />
      ) : (
        <p className="dim">{t(act === 'disable' ? 'disableText' : 'reinviteText')}</p>
      )}
      {act === 'disable' ? null : <p className="dim">{t('takesTwo')}</p>}
    </ActDialog>
  );
}
