import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './toast.module.css';

/**
 * As specified, toasts stay for three seconds, and those about copying for two. They stay longer while hovered or
 * focused.
 */
export const TOAST_MS = 3000;
const COPY_MS = 2000;
const MOST_AT_ONCE = 3;

export type ToastTone = 'ok' | 'error' | 'note';
/** A button on a toast. */
type ToastAction = { readonly name: string; readonly onClick: () => void };
type Toast = {
  readonly id: number;
  readonly tone: ToastTone;
  readonly text: string;
  /** The outcome, on a second line. */
  readonly detail: string | undefined;
  readonly lifeMs: number;
  readonly action: ToastAction | undefined;
};

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function dismiss(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  set(toasts.filter((toast) => toast.id !== id));
}

function startTimer({ id, lifeMs }: Pick<Toast, 'id' | 'lifeMs'>): void {
  clearTimeout(timers.get(id));
  if (lifeMs === Number.POSITIVE_INFINITY) return;
  timers.set(
    id,
    setTimeout(() => dismiss(id), lifeMs),
  );
}

type More = Partial<Pick<Toast, 'detail' | 'lifeMs' | 'action'>>;

function show(tone: ToastTone, text: string, { detail, lifeMs = TOAST_MS, action }: More = {}): void {
  lastId += 1;
  const isOver = (before: Toast): boolean =>
    (before.text === text && before.detail === detail) || (tone === 'ok' && before.tone === 'error');
  const next = { id: lastId, tone, text, detail, lifeMs, action };
  for (const before of toasts) if (isOver(before)) clearTimeout(timers.get(before.id));
  set([...toasts.filter((before) => !isOver(before)), next].slice(-MOST_AT_ONCE));
  startTimer(next);
}

/**
 * Shows what has just happened; `detail` is the outcome. The same toast is never shown twice at once, and a success
 * replaces earlier failures.
 */
export const toast = {
  ok: (text: string, detail?: string) => show('ok', text, { detail }),
  /** Shows an error; with an action, the toast has no timeout. */
  error: (text: string, action?: ToastAction) =>
    show('error', text, action ? { action, lifeMs: Number.POSITIVE_INFINITY } : {}),
  note: (text: string) => show('note', text),
  /** Confirms briefly that something was copied to the clipboard. */
  copied: (text: string) => show('ok', text, { lifeMs: COPY_MS }),
  /** Reports briefly that copying failed. */
  notCopied: (text: string) => show('error', text, { lifeMs: COPY_MS }),
};

export const toastsShown = (): readonly Toast[] => toasts;

const SIGNS: Record<ToastTone, string> = { ok: '✓', error: '!', note: 'i' };

/** The area in which toasts appear; rendered once by each app's shell. */
export function Toaster() {
  const { t } = useTranslation('common');
  const shown = useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, toastsShown);
  return (
    <div className={styles.toaster} aria-live="polite" role="status">
      {shown.map(({ id, tone, text, detail, lifeMs, action }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the toast up
        <div
          key={id}
          className={styles.toast}
          data-tone={tone}
          onPointerEnter={() => clearTimeout(timers.get(id))}
          onPointerLeave={() => startTimer({ id, lifeMs })}
          onFocus={() => clearTimeout(timers.get(id))}
          onBlur={() => startTimer({ id, lifeMs })}
        >
          <span className={styles.sign} aria-hidden="true">
            {SIGNS[tone]}
          </span>
          <p>
            <span className={styles.said}>{text}</span>
            {detail ? <span className={`num ${styles.detail}`}>{detail}</span> : null}
            {action ? (
              <button type="button" className={`link ${styles.action}`} onClick={action.onClick}>
                {action.name}
              </button>
            ) : null}
          </p>
          <button type="button" className={styles.close} aria-label={t('close')} onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
