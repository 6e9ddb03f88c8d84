// What the first step needs while it is filled in: the server's checks of a person, and masks. One file, loaded once the form has focus.
export { storeContact } from './store-contact.ts';
export { maskField } from './mask-field.ts';
export {
  checkCnpj,
  checkDocument,
  checkEmail,
  checkName,
  checkPhone,
  checkZipcode,
  formatDocument,
  formatPhone,
  personHintText,
  personIssueText,
  suggestEmail,
} from '@retoma/commerce/person';
