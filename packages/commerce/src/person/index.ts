// The checks of shopper and address that the payment page's script and the server share. Kept small for browsers.
export * from './address.ts';
export * from './customer.ts';
export * from './document.ts';
export { checkEmail, suggestEmail } from './email.ts';
export {
  personIssues,
  personIssueText,
  type CheckedField,
  type PersonField,
  type PersonIssue,
  type PersonIssueCode,
} from './issue.ts';
export { cleanEmail, cleanPasted, invisible } from './pasted.ts';
export * from './phone.ts';
export { hasWebAddress, withoutWebAddress } from './web-address.ts';
