import { useTranslation } from 'react-i18next';
import { ContractRules } from '../../../features/trade/futures-rules/contract-rules.tsx';
import { usePerpetual } from '../../../features/trade/shared/perpetual-context.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/links.tsx';

/** The rules of the market, and a link to its records. */
export function Rules() {
  const { t } = useTranslation('futures');
  const market = usePerpetual();
  return (
    <ContractRules market={market}>
      <ButtonLink to={paths.futuresData} params={{ coin: market.base }} variant="default" mt={12}>
        {t('data.link')}
      </ButtonLink>
    </ContractRules>
  );
}
