import styles from './small-switch.module.css';

type SmallSwitchProps = {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly className?: string | undefined;
};

/** A switch for a bar above a list, with its label beside it. */
export function SmallSwitch({ label, isOn, onChange, className = '' }: SmallSwitchProps) {
  return (
    <label className={`${styles.switch} ${className}`}>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its own state */}
      <input type="checkbox" role="switch" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span className={styles.track} />
      <span>{label}</span>
    </label>
  );
}
