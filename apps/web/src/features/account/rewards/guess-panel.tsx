import { Button } from '@mantine/core';
import { IconTrendingDown, IconTrendingUp } from '@tabler/icons-react';
import { Chip, EmptyState, formatPrice, LoadFailed } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { dateTimeText, timeText } from '../../../lib/when.ts';
import { Section } from '../../../ui/section.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import { GameTasks } from './game-tasks.tsx';
import styles from './games.module.css';
import { type Games, type Guess, useGames, useGuess } from './use-games.ts';

/** The game Guess: the next round, the tasks that give points for it, and the client's earlier guesses. */
export function GuessPanel() {
  const { t } = useTranslation('rewards');
  const { data, isError, refetch } = useGames();
  const right = data && t('games.guess.rightToday', { count: data.guess.right_today });
  return (
    <Section title={t('games.guess.title')} action={<span className={styles.count}>{right}</span>}>
      {data ? (
        <>
          {data.guess.coin === '' ? (
            <p className={styles.note}>{t('games.guess.none')}</p>
          ) : (
            <NextRound game={data.guess} />
          )}
          <GameTasks rule="guesses" />
          <Recent guesses={data.guess.recent} />
        </>
      ) : isError ? (
        <LoadFailed title={t('games.failed')} onRetry={refetch} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </Section>
  );
}

const choices = [
  ['up', IconTrendingUp],
  ['down', IconTrendingDown],
] as const;

function NextRound({ game: { coin, next } }: { readonly game: Games['guess'] }) {
  const { t } = useTranslation('rewards');
  const guess = useGuess(next.from);
  return (
    <div className={styles.play}>
      <p className={styles.text}>{t('games.guess.text', { coin })}</p>
      <p className={styles.round}>{t('games.guess.next', { from: timeText(next.from), to: timeText(next.to) })}</p>
      <div className={styles.choices}>
        {choices.map(([direction, Icon]) => (
          <Button
            key={direction}
            size="md"
            variant={next.guess === direction ? 'filled' : 'default'}
            aria-pressed={next.guess === direction}
            leftSection={<Icon size={18} stroke={1.8} aria-hidden="true" />}
            loading={guess.isPending && guess.variables === direction}
            onClick={() => guess.mutate(direction)}
          >
            {t(`games.guess.${direction}`)}
          </Button>
        ))}
      </div>
      {next.guess === undefined ? null : <p className={styles.small}>{t('games.guess.chosen')}</p>}
    </div>
  );
}

function Recent({ guesses }: { readonly guesses: readonly Guess[] }) {
  const { t } = useTranslation('rewards');
  return (
    <>
      <h3 className={styles.sub}>{t('games.guess.recent')}</h3>
      {guesses.length === 0 ? (
        <EmptyState icon={IconTrendingUp} title={t('games.guess.empty')}>
          {t('games.guess.emptyText')}
        </EmptyState>
      ) : (
        <ul className={styles.recent}>
          {guesses.map((one) => (
            <li key={one.from}>
              <span>
                <b>{t(`games.guess.${one.guess}`)}</b>
                <small>{dateTimeText(one.from)}</small>
              </span>
              <span>
                <Chip tone={one.result === 'right' ? 'ok' : 'plain'}>{t(`games.guess.results.${one.result}`)}</Chip>
                <small>
                  {one.from_price === undefined ? '' : formatPrice(one.from_price)}
                  {one.to_price === undefined ? '' : ` → ${formatPrice(one.to_price)}`}
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
