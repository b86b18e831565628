import { Button, SegmentedControl } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../lib/api.ts';
import { type Security, securityChanged } from '../../lib/security.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';

type Limit = Security['withdraw_limit'];
const LIMITS = ['500', '1000', '1500'] as const satisfies readonly Limit[];

type WithdrawLimitDialogProps = { readonly limit: Limit; readonly onClose: () => void };

/** How much a single withdrawal may be without authenticator or passkey. */
export function WithdrawLimitDialog({ limit, onClose }: WithdrawLimitDialogProps) {
  const { t } = useTranslation('security');
  const [chosen, setChosen] = useState<Limit>(limit);
  const save = useMutation({
    mutationFn: () => call('POST /api/v3/update-withdraw-limit', { body: { withdraw_limit: chosen } }),
    onSuccess: () => {
      toast.ok(t('limit.saved'));
      void securityChanged();
      onClose();
    },
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <Dialog opened onClose={onClose} title={t('limit.title')}>
      <DialogForm onSubmit={() => save.mutate()}>
        <p>{t('limit.text')}</p>
        <SegmentedControl
          fullWidth
          aria-label={t('limit.title')}
          value={chosen}
          onChange={(value) => setChosen(value as Limit)}
          data={LIMITS.map((value) => ({ value, label: t('limit.choice', { value }) }))}
        />
        <Button type="submit" fullWidth loading={save.isPending}>
          {t('limit.submit', { value: chosen })}
        </Button>
      </DialogForm>
    </Dialog>
  );
}
