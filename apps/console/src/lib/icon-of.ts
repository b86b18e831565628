/** The URL of an icon that operators have uploaded for a coin. */
const PUBLIC_ICON = /^\/api\/v3\/coin-icon\?id=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * The URL at which staff see an icon, even if it is not approved yet; undefined if the field is not a coin's icon. Any
 * other field is shown as its text, regardless of its content: approvers must see the text that they approve.
 */
export function iconOf(field: string, text: string): string | undefined {
  const [, id] = (field === 'icon' && PUBLIC_ICON.exec(text)) || [];
  return id === undefined ? undefined : `/api/v3/console/coin-icon?id=${id}`;
}
