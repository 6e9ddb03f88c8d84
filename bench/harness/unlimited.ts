/** Settings of a service under load without its limits, which are not what a benchmark or proof measures. */
export const unlimited = {
  RATE_LIMIT_PER_SECOND: '1000000',
  RATE_LIMIT_BURST: '1000000',
  RATE_LIMIT_MEGABYTES_PER_MINUTE: '0',
  STORE_MEGABYTES_PER_DAY: '0',
  NEW_CONTACTS_PER_HOUR: '0',
  NEW_CONTACTS_PER_DAY: '0',
  STORE_NEW_CONTACTS_PER_HOUR: '0',
  STORE_NEW_CONTACTS_PER_DAY: '0',
  RECIPIENT_MESSAGES_PER_DAY: '0',
};
