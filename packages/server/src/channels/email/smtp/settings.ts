import { z } from 'zod';
import { isDkimKey } from '../build-mime.ts';

const domain = z
  .string()
  .max(253)
  .regex(/^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z0-9-]+$/i);

/** Settings of an SMTP connection. `envelopeFrom`: the address for bounces. `dkim…`: domain and selector for our DKIM signature. */
export const mailSettings = {
  envelopeFrom: z.email().max(254).optional(),
  dkimDomain: domain.optional(),
  dkimSelector: domain.or(z.string().regex(/^[a-z0-9_-]{1,63}$/i)).optional(),
};

/** The DKIM key of a connection: PEM of an RSA key. */
export const mailCredentials = {
  dkimPrivateKey: z.string().max(10_000).refine(isDkimKey, 'not an RSA key in PEM').optional(),
};

/** The DKIM key of a connection; undefined: domain, selector or key is missing. */
export function dkimOf(
  settings: { dkimDomain?: string | undefined; dkimSelector?: string | undefined },
  credentials: { dkimPrivateKey?: string | undefined },
): { domain: string; selector: string; privateKey: string } | undefined {
  const { dkimDomain, dkimSelector } = settings;
  const { dkimPrivateKey } = credentials;
  if (!dkimDomain || !dkimSelector || !dkimPrivateKey) return undefined;
  return { domain: dkimDomain, selector: dkimSelector, privateKey: dkimPrivateKey };
}
