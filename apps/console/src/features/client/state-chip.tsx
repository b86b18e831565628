import type { RestrictionKind } from '@vitrine/contract';
import { Chip } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';

const TONES = { active: 'ok', restricted: 'wait', frozen: 'bad' } as const;

interface StateChipProps {
  readonly state: keyof typeof TONES;
  readonly restrictions?: readonly RestrictionKind[];
}

/** The state of an account and, if it is restricted, what is restricted. */
export function StateChip({ state, restrictions = [] }: StateChipProps) {
  const { t } = useTranslation('people');
  const others = restrictions.filter((kind) => kind !== 'freeze').map((kind) => t(`kinds.${kind}`));
  return (
    <>
      <Chip tone={TONES[state]}>{t(`states.${state}`)}</Chip>
      {others.length > 0 ? <span className="faint"> {others.join(', ')}</span> : null}
    </>
  );
}
