import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toggleFavorite, useFavorites } from '../lib/favorites.ts';
import styles from './star-button.module.css';

type StarButtonProps = { readonly coin: string; readonly className?: string };

/** Marks a coin as a favorite, or removes the mark. */
export function StarButton({ coin, className = '' }: StarButtonProps) {
  const { t } = useTranslation();
  const isOn = useFavorites().includes(coin);
  const Icon = isOn ? IconStarFilled : IconStar;
  return (
    <button
      type="button"
      className={`${styles.star} ${className}`}
      data-star={coin}
      aria-pressed={isOn}
      aria-label={t('star.label', { coin })}
      title={t(isOn ? 'star.remove' : 'star.add')}
      onClick={(event) => {
        // A click on a star in a table row must not also open the row.
        event.stopPropagation();
        toggleFavorite(coin);
      }}
    >
      <Icon size={18} stroke={1.7} aria-hidden="true" />
    </button>
  );
}
