import { cleanEmail } from '@retoma/commerce';

/** The form in which users' e-mails are stored and looked up: cleaned like pasted text, in lower case. */
export const accountEmail = (email: string): string => cleanEmail(email).toLowerCase();
