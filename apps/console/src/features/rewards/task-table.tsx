import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Chip, EmptyState, formatInteger, type Rows } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { ColumnTable, figureColumn } from '../../ui/column-table.tsx';
import { REWARDS_KEY, type Task, type TaskTerms, taskLists, taskRules } from './rewards.ts';

interface TaskTableProps {
  readonly data: Rows<Task>;
  readonly onRetry: () => void;
  readonly mayAct: boolean;
}

/** The tasks in their newest versions. */
export function TaskTable({ data, onRetry, mayAct }: TaskTableProps) {
  const { t } = useTranslation(['rewards', 'common']);
  const [changed, setChanged] = useState<Task>();
  return (
    <>
      <ColumnTable
        label={t('tasks.title')}
        data={data}
        onRetry={onRetry}
        rowKey={({ task_id }) => String(task_id)}
        pageSize={100}
        empty={<EmptyState title={t('tasks.none')} />}
        columns={[
          { key: 'rule', header: t('tasks.rule'), render: ({ name, rule }) => name || t(`tasks.rules.${rule}`) },
          { key: 'list', header: t('tasks.list'), render: ({ list }) => t(`tasks.lists.${list}`) },
          figureColumn<Task>('threshold', t('tasks.threshold'), ({ threshold }) => formatInteger(threshold)),
          figureColumn<Task>('points', t('tasks.points'), ({ points }) => formatInteger(points)),
          figureColumn<Task>('claims', t('tasks.claims'), ({ claims }) => formatInteger(claims)),
          figureColumn<Task>('version', t('tasks.version'), ({ version }) => version),
          {
            key: 'state',
            header: t('tasks.state'),
            render: ({ is_on }) => <Chip tone={is_on ? 'ok' : 'plain'}>{t(is_on ? 'tasks.on' : 'tasks.off')}</Chip>,
          },
          {
            key: 'act',
            header: <span className="visually-hidden">{t('common:actions')}</span>,
            align: 'end',
            render: (task) =>
              mayAct ? (
                <Button
                  size="compact-xs"
                  variant="outline"
                  aria-label={t('tasks.edit', { id: task.task_id })}
                  onClick={() => setChanged(task)}
                >
                  {t('tasks.change')}
                </Button>
              ) : null,
          },
        ]}
      />
      {changed ? <TaskDialog task={changed} onClose={() => setChanged(undefined)} /> : null}
    </>
  );
}

const newTask: TaskTerms = {
  list: 'weekly',
  rule: 'deposit',
  threshold: 50,
  points: 50,
  name: '',
  description: '',
  is_on: true,
  place: 100,
};

const wholeNumber = (text: string): number => Number(text.replace(/\D/g, '').slice(0, 9));

/** Requests a new task, or a change to a task. */
export function TaskDialog({ task, onClose }: { readonly task?: Task; readonly onClose: () => void }) {
  const { t } = useTranslation('rewards');
  const queries = useQueryClient();
  const [terms, setTerms] = useState<TaskTerms>(task ? termsOf(task) : newTask);
  return (
    <ActDialog
      title={task ? t('tasks.edit', { id: task.task_id }) : t('tasks.add')}
      onClose={onClose}
      action={t('fund.ask')}
      done={t('fund.asked')}
      fault={terms.points < 1 ? t('tasks.wrong') : undefined}
      act={async (reason) => {
        const body = { ...terms, ...(task && { task_id: task.task_id }), reason };
        await call('POST /api/v3/console/rewards/task', { body });
        await Promise.all([
          queries.invalidateQueries({ queryKey: REWARDS_KEY }),
          queries.invalidateQueries({ queryKey: ['approvals'] }),
        ]);
      }}
    >
      <NativeSelect
        label={t('tasks.list')}
        value={terms.list}
        data={taskLists.map((value) => ({ value, label: t(`tasks.lists.${value}`) }))}
        onChange={(event) => setTerms({ ...terms, list: event.currentTarget.value as Task['list'] })}
      />
      <NativeSelect
        label={t('tasks.rule')}
        value={terms.rule}
        data={taskRules.map((value) => ({ value, label: t(`tasks.rules.${value}`) }))}
        onChange={(event) => setTerms({ ...terms, rule: event.currentTarget.value as Task['rule'] })}
      />
      {(['threshold', 'points', 'place'] as const).map((field) => (
        <TextInput
          key={field}
          label={t(`tasks.${field}`)}
          inputMode="numeric"
          value={String(terms[field])}
          onChange={(event) => setTerms({ ...terms, [field]: wholeNumber(event.currentTarget.value) })}
        />
      ))}
      <TextInput
        label={t('tasks.name')}
        maxLength={60}
        value={terms.name}
        onChange={(event) => setTerms({ ...terms, name: event.currentTarget.value })}
      />
      <TextInput
        label={t('tasks.description')}
        maxLength={200}
        value={terms.description}
        onChange={(event) => setTerms({ ...terms, description: event.currentTarget.value })}
      />
      <Checkbox
        label={t('tasks.isOn')}
        checked={terms.is_on}
        onChange={(event) => setTerms({ ...terms, is_on: event.currentTarget.checked })}
      />
    </ActDialog>
  );
}

const termsOf = ({ task_id: _, version: __, claims: ___, ...terms }: Task): TaskTerms => terms;
