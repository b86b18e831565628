import { IconSearch } from '@tabler/icons-react';
import styles from './search-field.module.css';

type SearchFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (next: string) => void;
  readonly className?: string | undefined;
};

/** Filters the list below it while typing. */
export function SearchField({ label, value, onChange, className = '' }: SearchFieldProps) {
  return (
    <label className={`${styles.field} ${className}`}>
      <IconSearch size={17} stroke={1.7} aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
