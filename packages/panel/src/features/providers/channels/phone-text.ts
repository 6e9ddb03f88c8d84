/** A connection's account in readable form: `5511987654321` as `+55 11 98765-4321`; a name stays as it is. */
export function phoneText(account: string): string {
  const [, area, first, last] = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(account) ?? [];
  if (area !== undefined) return `+55 ${area} ${first}-${last}`;
  return /^\d{8,15}$/.test(account) ? `+${account}` : account;
}
