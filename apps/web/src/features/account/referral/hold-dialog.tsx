import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Dialog, toast } from '@vitrine/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../../lib/api.ts';

const LEAST_LETTERS = 10;

interface HoldDialogProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** Objects to a hold. */
export function HoldDialog({ id, onClose }: HoldDialogProps) {
  const { t } = useTranslation('referral');
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim().length < LEAST_LETTERS) return setError(t('hold.tooShort'));
    setBusy(true);
    try {
      await call('POST /api/v3/referral-objections', { body: { hold_id: id, text } });
      await queries.invalidateQueries({ queryKey: ['referral'] });
      toast.ok(t('hold.sent'));
      onClose();
    } catch (thrown) {
      setError(errorText(thrown));
      setBusy(false);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t('hold.dialogTitle')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Textarea
          label={t('hold.why')}
          description={t('hold.text')}
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
          {t('hold.send')}
        </Button>
      </form>
    </Dialog>
  );
}
