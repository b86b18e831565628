import { Button, Textarea } from '@mantine/core';
import { Dialog, toast } from '@vitrine/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../../lib/api.ts';
import { restrictionsChanged } from '../shared/restrictions.ts';

const LEAST_LETTERS = 10;

interface ObjectionDialogProps {
  readonly restrictionId: number;
  readonly onClose: () => void;
}

export function ObjectionDialog({ restrictionId, onClose }: ObjectionDialogProps) {
  const { t } = useTranslation('restrictions');
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim().length < LEAST_LETTERS) return setError(t('short'));
    setBusy(true);
    try {
      await call('POST /api/v3/objections', { body: { restriction_id: restrictionId, text } });
      await restrictionsChanged();
      toast.ok(t('sent'));
      onClose();
    } catch (thrown) {
      setError(errorText(thrown));
      setBusy(false);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t('objectTitle')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Textarea
          label={t('why')}
          description={t('objectText')}
          name="text"
          rows={5}
          maxLength={2000}
          value={text}
          error={error || undefined}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError('');
          }}
        />
        <Button type="submit" fullWidth mt="md" loading={busy}>
          {t('send')}
        </Button>
      </form>
    </Dialog>
  );
}
