// The server's checks of a person that the first step needs. They are one file, loaded once the form has focus.
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
