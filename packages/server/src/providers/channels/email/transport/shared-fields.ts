import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { labelled } from '../../../../base/settings-form.ts';

/** The address for bounces. */
export const envelopeFrom = labelled(
  z.email().max(254),
  localized('Endereço de retorno', 'Return address'),
  localized('Para onde voltam os e-mails não entregues.', 'Where undelivered e-mails return to.'),
);

/** The user of an SMTP login. */
export const user = (maxLength: number) => labelled(z.string().min(1).max(maxLength), localized('Usuário', 'User'));

/** The password of an SMTP login. */
export const password = (maxLength: number) =>
  labelled(z.string().min(1).max(maxLength), localized('Senha', 'Password'));
