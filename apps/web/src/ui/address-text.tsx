import styles from './address-text.module.css';

const FOUR = /.{1,4}/g;

/** A full address in groups of four, to compare by eye; read aloud and copied as one word. */
export function AddressText({
  address,
  size = 'normal',
}: {
  readonly address: string;
  readonly size?: 'small' | 'normal' | 'large';
}) {
  return (
    <span className={`num ${styles.address}`} data-size={size}>
      <span className={styles.spoken}>{address}</span>
      {(address.match(FOUR) ?? []).map((group, index) => (
        // The position is the only difference between equal groups.
        // biome-ignore lint/suspicious/noArrayIndexKey: groups never move
        <span key={index} className={styles.group} aria-hidden="true">
          {group}
        </span>
      ))}
    </span>
  );
}
