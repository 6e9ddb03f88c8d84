import { checkEmail, checkPhone } from '@retoma/commerce';
import type { ShopperCustomer } from '../db/queries/checkouts/shoppers.ts';

/** COM13: the e-mail and the phone of a form, as they are stored; invalid or missing ones are left out. */
export function checkContact(
  form: Readonly<Record<string, string | undefined>>,
): Pick<ShopperCustomer, 'email' | 'phone'> {
  const [email, phone] = [checkEmail(form['email'] ?? ''), checkPhone(form['phone'] ?? '')];
  return { ...(email.ok && { email: email.value }), ...(phone.ok && { phone: phone.value }) };
}
