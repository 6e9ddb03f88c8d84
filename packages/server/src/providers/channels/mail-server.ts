import { declarationOf } from './index.ts';

/** The host, or the domain, of the servers that send the e-mail of a connection; null: it only simulates, or there is no connection. */
export function mailServerOf(
  mail: { readonly provider: string; readonly settings: Readonly<Record<string, unknown>> } | undefined,
): string | null {
  const { host } = mail?.settings ?? {};
  if (typeof host === 'string') return host;
  return (mail && declarationOf('email', mail.provider)?.spfDomain) ?? null;
}
