// Who buys and where to: what the payment page's own script and the server check alike. Small, for browsers.
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
export * from './phone.ts';
export { hasWebAddress, withoutWebAddress } from './web-address.ts';
