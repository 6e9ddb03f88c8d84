/** The patterns of the fields of a PIX code. */
export const patterns = {
  merchantCategory: /^\d{4}$/,
  amount: /^\d{1,10}\.\d{2}$/,
  txid: /^[A-Za-z0-9]{1,25}$/,
  withdrawal: /^\d{8}$/,
  key: /^\S{1,77}$/,
} as const;

/** The longest value of a field, in characters. */
export const maxLengths = { key: 77, url: 77, info: 72, name: 25, city: 15, postalCode: 10, template: 99 } as const;

/** The value of field 26.00, compared without case. */
export const pixDomain = 'br.gov.bcb.pix';

/** The value of field 62.05 if there is no txid. */
export const noTxid = '***';

/** Whether a text can be a dynamic code's address: printable ASCII with a host name, without a scheme. */
export const isPixUrl = (url: string): boolean =>
  url.length <= maxLengths.url && /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?(\/[!-~]*)?$/i.test(url);
