/** Whose password a form is about: password managers pair the two. */
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
