import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../../lib/api.ts';
import { type EarnStake, STAKES_KEY } from '../shared/earn-data.ts';

/** Sets whether a term is renewed when it ends. */
export function RenewSwitch({ stake: { id, name, auto_renew } }: { readonly stake: EarnStake }) {
  const { t } = useTranslation('earn');
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (on: boolean) => call('POST /api/v3/earn/auto-renew', { body: { stake_id: id, on } }),
    onSuccess: () => toast.ok(t('stakes.renewSet')),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: STAKES_KEY }),
  });
  return (
    <Switch
      size="sm"
      label={t(auto_renew ? 'stakes.renewOn' : 'stakes.renewOff')}
      aria-label={t('stakes.renewOf', { coin: name })}
      checked={auto_renew}
      disabled={isPending}
      onChange={(event) => mutate(event.currentTarget.checked)}
    />
  );
}
