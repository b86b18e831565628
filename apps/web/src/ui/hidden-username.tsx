/** The username that belongs to a form's password, for password managers. */
export function HiddenUsername({ value }: { readonly value: string }) {
  return (
    <input
      className="visually-hidden"
      type="text"
      autoComplete="username"
      value={value}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
