import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { expecting, labelled, type SettingsForm } from '../../../../base/settings-form.ts';
import { isDkimKey } from '../build-mime.ts';
import { envelopeFrom, password, user } from '../transport/shared-fields.ts';

const domain = expecting(
  z
    .string()
    .max(253)
    .regex(/^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z0-9-]+$/i),
  'Só o domínio, como loja.com.br, sem https:// nem @.',
  'Only the domain, such as loja.com.br, without https:// and @.',
);

const settings = z.object({
  host: labelled(
    z.string().min(1).max(253),
    localized('Servidor', 'Server'),
    localized('Como smtp.exemplo.com.br', 'Such as smtp.example.com'),
  ),
  port: labelled(z.number().int().min(1).max(65_535).default(587), localized('Porta', 'Port')),
  /** tls: from the first byte (port 465); starttls: required after EHLO; none: only where private networks are allowed. */
  security: labelled(
    z.enum(['tls', 'starttls', 'none']).optional(),
    localized('Segurança', 'Security'),
    localized('Vazio: a da porta.', 'Empty: that of the port.'),
    {
      tls: localized('TLS desde o início (porta 465)', 'TLS from the start (port 465)'),
      starttls: localized('STARTTLS (porta 587)', 'STARTTLS (port 587)'),
      none: localized('Nenhuma (só em rede privada)', 'None (private networks only)'),
    },
  ),
  envelopeFrom: envelopeFrom.optional(),
  dkimDomain: labelled(domain.optional(), localized('Domínio da assinatura DKIM', 'Domain of the DKIM signature')),
  dkimSelector: labelled(
    expecting(
      domain.or(z.string().regex(/^[a-z0-9_-]{1,63}$/i)),
      'O nome antes de ._domainkey, como s1.',
      'The name before ._domainkey, such as s1.',
    ).optional(),
    localized('Seletor DKIM', 'DKIM selector'),
  ),
});

const credentials = z.object({
  user: user(320).optional(),
  pass: password(1_000).optional(),
  /** The last part of the URL to which returned mail is posted; see README.md. */
  noticeSecret: z.string().min(16).max(200).optional(),
  /** PEM of an RSA key. */
  dkimPrivateKey: labelled(
    expecting(
      z.string().max(10_000).refine(isDkimKey, 'not an RSA key in PEM'),
      'Cole a chave RSA inteira, de -----BEGIN a -----END.',
      'Paste the whole RSA key, from -----BEGIN to -----END.',
    ).optional(),
    localized('Chave privada DKIM', 'DKIM private key'),
    localized('Em PEM, do começo ao fim.', 'As PEM, whole.'),
  ),
});

/** The form of a connection to a mail server. `dkim…`: for signatures of ours. */
export const smtpForm = { settings, credentials } satisfies SettingsForm;
